// A marker and its card light up together, whichever of the two is pointed at or focused.
export function lightUp(root) {
  root.querySelectorAll("a.cite, a.back").forEach((link) => {
    const target = () => document.getElementById(link.hash.slice(1));
    const set = (on) => target()?.classList.toggle("lit", on);
    link.addEventListener("pointerenter", () => set(true));
    link.addEventListener("pointerleave", () => set(false));
    link.addEventListener("focus", () => set(true));
    link.addEventListener("blur", () => set(false));
    link.addEventListener("click", () => {
      const reached = target();
      if (!reached) return;
      const hidden = reached.closest("details:not([open])");
      if (hidden) hidden.open = true;
      reached.setAttribute("tabindex", "-1");
      requestAnimationFrame(() => reached.focus({ preventScroll: true }));
    });
  });
  root.querySelectorAll(".card[id]").forEach((card) => {
    const marks = () => document.querySelectorAll(`a.cite[href="#${card.id}"]`);
    const set = (on) => marks().forEach((mark) => mark.classList.toggle("lit", on));
    card.addEventListener("pointerenter", () => set(true));
    card.addEventListener("pointerleave", () => set(false));
  });
}
