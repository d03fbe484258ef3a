// A marker and its card light up together, whichever of the two is pointed at or focused.
// Whoever follows a marker by keyboard goes on from the card, and from the sentence on the way back.
function arrive() {
  const reached = document.getElementById(location.hash.slice(1));
  if (!reached) return;
  reached.setAttribute("tabindex", "-1");
  reached.focus({ preventScroll: true });
}

window.addEventListener("hashchange", arrive);

export function lightUp(root) {
  root.querySelectorAll("a.cite, a.back").forEach((link) => {
    const target = () => document.getElementById(link.hash.slice(1));
    const set = (on) => target()?.classList.toggle("lit", on);
    link.addEventListener("pointerenter", () => set(true));
    link.addEventListener("pointerleave", () => set(false));
    link.addEventListener("focus", () => set(true));
    link.addEventListener("blur", () => set(false));
    link.addEventListener("click", () => {
      const hidden = target()?.closest("details:not([open])");
      if (hidden) hidden.open = true;
      if (location.hash === link.hash) arrive();
    });
  });
  root.querySelectorAll(".card[id]").forEach((card) => {
    const marks = () => document.querySelectorAll(`a.cite[href="#${card.id}"]`);
    const set = (on) => marks().forEach((mark) => mark.classList.toggle("lit", on));
    card.addEventListener("pointerenter", () => set(true));
    card.addEventListener("pointerleave", () => set(false));
  });
}
