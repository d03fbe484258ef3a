// What scripts add to a page that reads without them: lighting up evidence, tables to sort, and answers that stream.
import { lightUp } from "/static/cite.js";
import { liven } from "/static/table.js";
import { listen } from "/static/ask.js";

export function dress(root) {
  lightUp(root);
  root.querySelectorAll("[data-table]").forEach(liven);
  root.querySelectorAll("[data-copy-link]").forEach((link) => {
    link.addEventListener("click", async (event) => {
      if (!navigator.clipboard || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      await navigator.clipboard.writeText(link.href);
      link.textContent = "Link copied";
    });
  });
}

dress(document);
listen(document, dress);

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (event.key === "/" && !typing && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    document.querySelector(".ask input[type=search]")?.focus();
  }
});
