// Asking without leaving the page: steps as they happen, the draft muted as unchecked, then the checked answer in its place.
let shown = location.pathname;

function line(kind, text) {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = text;
  return made;
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    held += value;
    const parts = held.split("\n");
    held = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
  if (held) yield JSON.parse(held);
}

function show(stream, step) {
  switch (step.__typename) {
    case "Understood":
      stream.append(line("step", `Understood as: ${step.understanding}`));
      break;
    case "RowsFound":
      stream.append(line("step", `${step.shown} of ${step.total} rows: ${step.words}`));
      break;
    case "DraftText": {
      const draft = stream.querySelector(".unchecked") ?? stream.appendChild(line("unchecked", ""));
      draft.textContent += step.text;
      break;
    }
    case "FirstSentenceVerified":
      stream.append(line("verified", `First sentence verified against «${step.card.name}»`));
      break;
    case "Checking":
      stream.append(line("step", `Checking ${step.figures} ${step.figures === 1 ? "figure" : "figures"}`));
      break;
  }
}

async function ask(form, dress) {
  const stream = document.querySelector("[data-stream]");
  const result = document.querySelector("[data-result]");
  const fields = new FormData(form);
  stream.replaceChildren(line("step", `Asking: ${fields.get("question")}`));
  stream.hidden = false;
  result.setAttribute("aria-busy", "true");
  const response = await fetch("/ask", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/x-ndjson" },
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  for await (const step of lines(response.body)) {
    if (step.__typename === "Failed") throw new Error(step.message);
    show(stream, step);
    if (step.html) {
      result.innerHTML = step.html;
      stream.hidden = true;
      shown = `/a/${step.id}`;
      history.pushState({}, "", shown);
      document.title = `${fields.get("question")} · Aletheia`;
      dress(result);
      window.scrollTo({ top: 0 });
    }
  }
  result.removeAttribute("aria-busy");
}

export function listen(root, dress) {
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-ask]") || !window.TextDecoderStream) return;
    event.preventDefault();
    ask(form, dress).catch((error) => {
      document.querySelector("[data-stream]").append(line("failed", error.message || "The question could not be asked."));
    });
  });
  // Going back to another answer shows that one; going back to a marker's place on the same page is the browser's own affair.
  window.addEventListener("popstate", () => {
    if (location.pathname !== shown) location.reload();
  });
}
