"""The page in a real browser: markers and cards, tables, streaming, keyboard, narrow screens, dark, print, and without scripts."""

import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from api import answers
from api.app import create
from api.plain import plain_answer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. Not longer than these tests: its driver's loop would be the running one for all that follow."""
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def address(parts, answered, declined) -> Iterator[str]:
    """The served page over the small estate, with two answers kept."""
    for answer in (answered, declined):
        answers.keep(parts.settings.home, plain_answer(answer), "")
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = uvicorn.Server(uvicorn.Config(create(parts), log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=20)
    listener.close()


@pytest.fixture
def page(browser, address) -> Iterator[Page]:
    """A page that fails the test when a script fails, or when anything is asked of another host."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, base_url=address)
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    made.on("request", lambda r: None if r.url.startswith(address) else faults.append(r.url))
    yield made
    context.close()
    assert faults == []


def answer_of(page: Page, answered) -> None:
    """Opens the kept answer."""
    page.goto(f"/a/{answered.id}")


def test_a_marker_leads_to_its_card_and_back(page, answered):
    """Markers scroll to and light up their card, and the card leads back to its sentence."""
    answer_of(page, answered)
    marker = page.locator("#s-1 a.cite").last
    marker.hover()
    expect(page.locator("#card-3")).to_have_class("card lit")
    marker.click()
    assert page.url.endswith("#card-3")
    expect(page.locator("#card-3")).to_be_in_viewport()
    page.locator("#card-3 a.back").click()
    assert page.url.endswith("#s-1")
    expect(page.locator("#s-1")).to_be_focused()


def test_a_card_lights_up_the_sentences_it_carries(page, answered):
    """Both ways."""
    answer_of(page, answered)
    page.locator("#card-1").hover()
    expect(page.locator('a.cite[href="#card-1"].lit')).to_have_count(2)


def test_a_table_sorts_by_value_and_filters(page, answered):
    """Sorting is by number where there are numbers; filtering hides rows and leaves the total."""
    answer_of(page, answered)
    names = page.locator("table tbody tr:visible td:first-child")
    page.get_by_role("button", name="storage").click()
    expect(names.first).to_have_text("<b>bold</b>")
    expect(page.locator("th", has_text="storage")).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("button", name="storage").click()
    expect(names.first).to_have_text("reports-db")
    page.get_by_label("Filter the rows shown").fill("migration")
    expect(names).to_have_count(1)
    expect(page.locator("figcaption")).to_contain_text("7 of 7 rows")


def test_a_question_streams_and_is_replaced_by_the_checked_answer(page):
    """The steps show while it is asked; then the answer stands in full at its own address."""
    page.goto("/")
    page.get_by_label("Ask about the estate").fill("How many deployments are there?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("article.answer h1")).to_have_text("How many deployments are there?", timeout=60_000)
    assert "/a/" in page.url
    expect(page.locator("[data-stream]")).to_be_hidden()
    page.reload()
    expect(page.locator("article.answer h1")).to_have_text("How many deployments are there?")


def test_nothing_unchecked_looks_like_the_answer(page):
    """Streamed text is muted, and says that it is unchecked."""
    page.goto("/")
    page.evaluate(
        "document.querySelector('[data-stream]').hidden = false;"
        "document.querySelector('[data-stream]').innerHTML = '<p class=\"unchecked\">3 pods run.</p>'"
    )
    shown = page.locator(".unchecked")
    said = shown.evaluate("e => getComputedStyle(e, '::before').content")
    assert "Unchecked – still streaming, the check follows" in said
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert shown.evaluate("e => getComputedStyle(e).color") != ink


def test_the_badge_and_confidence_open_to_their_reasons(page, answered):
    """The figures; on request what was removed, struck through with its rule; and why confidence is low."""
    answer_of(page, answered)
    page.get_by_text("5 figures checked, 1 sentence removed").click()
    expect(page.locator(".badge .figure").first).to_be_visible()
    expect(page.locator(".removed s")).to_be_hidden()
    page.get_by_text("Show what was removed").click()
    expect(page.locator(".removed s")).to_have_text("They were backed up for 7 days.")
    page.locator(".confidence summary").click()
    expect(page.get_by_text("A removed sentence held a figure.")).to_be_visible()
    expect(page.get_by_role("button", name="Ask again, deeply")).to_be_visible()


def test_the_keyboard_reaches_everything(page, answered):
    """A slash goes to the ask box; tab goes on to markers in reading order; nothing traps it."""
    answer_of(page, answered)
    page.keyboard.press("/")
    expect(page.get_by_label("Ask about the estate")).to_be_focused()
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                "document.activeElement.className + ' ' + document.activeElement.getAttribute('href')"
            )
        )
    markers = [s for s in seen if s.startswith("cite") and "card-" in s]
    assert markers[0] == "cite #card-1"
    assert any("title" in s for s in seen)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(browser, address, answered, scheme):
    """Every text has a contrast of at least 4.5, in light and in dark."""
    context = browser.new_context(color_scheme=scheme, base_url=address)
    page = context.new_page()
    page.goto(f"/a/{answered.id}")
    weak = page.evaluate(
        """() => {
          const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const rgb = (c) => { probe.clearRect(0, 0, 1, 1); probe.fillStyle = c; probe.fillRect(0, 0, 1, 1); return [...probe.getImageData(0, 0, 1, 1).data]; };
          const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
          const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c; } return [255, 255, 255]; };
          const found = [];
          for (const e of document.querySelectorAll('body *')) {
            const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
            if (!own || !e.checkVisibility() || e.closest('.skip, option, svg')) continue;
            const [a, b] = [light(rgb(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
            if ((a + .05) / (b + .05) < 4.5) found.push(e.className + ' ' + e.textContent.trim().slice(0, 40));
          }
          return found;
        }"""
    )
    context.close()
    assert weak == []


@pytest.mark.parametrize("path", ["/", "/coverage", "/answers", "answer", "record"])
def test_a_narrow_screen_never_scrolls_sideways(browser, address, answered, path):
    """Wide tables scroll by themselves; the page does not."""
    where = {
        "answer": f"/a/{answered.id}",
        "record": "/r/k8s%3A%2F%2Fprod%2Fapps%2FDeployment%2Fpayments%2Fcheckout-api",
    }.get(path, path)
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=address)
    page = context.new_page()
    page.goto(where)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_without_scripts_all_can_be_read_and_asked(browser, address, answered):
    """No script is needed to read, to follow a marker, or to ask."""
    context = browser.new_context(java_script_enabled=False, base_url=address)
    page = context.new_page()
    page.goto(f"/a/{answered.id}")
    expect(page.locator("#card-4")).to_be_visible()
    page.locator('a.cite[href="#card-4"]').first.click()
    assert page.url.endswith("#card-4")
    page.goto("/")
    page.get_by_label("Ask about the estate").fill("How many deployments are there?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_url("**/a/*", timeout=60_000)
    expect(page.locator("article.answer h1")).to_have_text("How many deployments are there?")
    context.close()


def test_printed_it_keeps_answer_and_evidence(page, answered):
    """Controls go, evidence stays."""
    answer_of(page, answered)
    page.emulate_media(media="print")
    expect(page.locator("form.ask").first).to_be_hidden()
    expect(page.locator("#card-2")).to_be_visible()


def test_a_refusal_shows_the_closest_matches_as_not_used(page, declined):
    """Nothing near is taken silently."""
    page.goto(f"/a/{declined.id}")
    expect(page.locator(".decline")).to_contain_text("no such record")
    expect(page.get_by_role("heading", name="Closest matches")).to_contain_text("not used")


def test_every_part_can_be_named_by_a_screen_reader(page, answered):
    """Landmarks, labels and one heading of the first order."""
    answer_of(page, answered)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("complementary", name="Evidence")).to_be_visible()
    unnamed = page.evaluate(
        "[...document.querySelectorAll('input:not([type=hidden]), button, select, textarea')]"
        ".filter(e => !(e.getAttribute('aria-label') || e.labels?.length || e.textContent.trim())).length"
    )
    assert unnamed == 0
