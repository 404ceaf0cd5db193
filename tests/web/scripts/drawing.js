// What a person sees of a board: where things lie on the paper, turned how far, with which letter.
() => {
  const squares = [...document.querySelectorAll(".squares rect")].map(({ x, y, dataset }) => ({
    x: x.baseVal.value + 50,
    y: y.baseVal.value + 50,
    name: dataset.square,
  }));
  /** The square whose middle is nearest to where something was moved to. */
  const place = (moved) => {
    const [, x, y] = /translate\((-?[\d.]+)(?:px)?,?\s*(-?[\d.]+)/.exec(moved);
    const far = (square) => Math.hypot(square.x - x, square.y - y);
    return squares.reduce((best, square) => (far(square) < far(best) ? square : best)).name;
  };
  const quarters = (style) => (((Number(/rotate\((-?[\d.]+)deg/.exec(style)[1]) / 90) % 4) + 4) % 4;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const words = (element, selector) => element.querySelector(selector)?.textContent ?? "";
  const kind = (element) => element.dataset.explain.split(".").at(-1);
  const filled = (circle) => circle.getAttribute("fill") === "#fff";
  return {
    rovers: all(".rover").map((rover) => [
      words(rover, "text"),
      place(rover.getAttribute("style")),
      quarters(rover.querySelector(".vehicle").getAttribute("style")),
      [...rover.querySelectorAll("circle")].filter(filled).length,
    ]),
    bases: all(".base").map((base) => [words(base, "text"), place(base.getAttribute("transform"))]),
    samples: all(".sample").map((one) => [place(one.getAttribute("style")), Number(words(one, "text") || 1)]),
    ghosts: all(".ghost").map((ghost) => place(ghost.getAttribute("transform"))),
    points: all(".side > ul b").map((points) => Number(points.textContent)),
    row: all(".row .slot").map((slot) => [
      kind(slot.querySelector(".laid")),
      Number(words(slot, "button.cycle").slice(1) || 1),
    ]),
    hand: all(".held:not(.gone)").map(kind),
  };
}
