// Tables: sort by a column, filter rows, copy as text. The rows shown never change what the caption says of the total.
const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function valueOf(row, index) {
  const cell = row.cells[index];
  return cell.dataset.sort ?? cell.textContent.trim();
}

function sort(table, head, index) {
  const falling = head.getAttribute("aria-sort") === "ascending";
  table.querySelectorAll("th[aria-sort]").forEach((th) => th.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => words.compare(valueOf(a, index), valueOf(b, index)) * (falling ? -1 : 1));
  table.tBodies[0].append(...rows);
}

function asText(table) {
  return [...table.rows]
    .filter((row) => !row.hidden)
    .map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " ").trim()).join("\t"))
    .join("\n");
}

function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

export function liven(figure) {
  const table = figure.querySelector("table");
  const caption = figure.querySelector("figcaption");
  if (!table?.tHead || !caption || figure.dataset.live) return;
  figure.dataset.live = "1";
  [...table.tHead.rows[0].cells].forEach((head, index) => {
    const made = button(head.textContent, () => sort(table, head, index));
    head.replaceChildren(made);
  });
  if (table.tBodies[0].rows.length > 6) {
    const filter = document.createElement("input");
    filter.className = "filter";
    filter.type = "search";
    filter.placeholder = "Filter rows";
    filter.setAttribute("aria-label", "Filter the rows shown");
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    caption.firstElementChild.after(filter);
  }
  const copy = button("Copy", async () => {
    await navigator.clipboard.writeText(asText(table));
    copy.textContent = "Copied";
  });
  if (navigator.clipboard) caption.append(copy);
}
