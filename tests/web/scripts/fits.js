// What one plays with: where it lies, and what is wrong with that.
// The screen is looked at once the page has settled after a change of its size.
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let left = 2; left; left--) await frame();
  const THINGS = [
    ".table > .board", ".side > ul > li", ".task", ".aim", ".row", ".held:not(.gone)", ".actions button",
    ".aiming p", ".aiming button", ".programs li", ".withdraw", ".box.over", ".play > .primary",
  ];
  const INSIDE = [".gap", ".row .laid", ".square .target", ".row .over", ".row .pair", ".holder button", ".box.over button"]; // of another thing
  const CUT = [".task", ".aim", ".actions button", ".aiming button", ".held .name", ".programs li", ".gap"];
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const found = (selectors) =>
    selectors.flatMap((selector) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element, number) => ({ name: `${selector} ${number}`, element, ...box(element) })),
    );
  const said = ({ name, left, top, right, bottom }) => `${name} [${[left, top, right, bottom].map(Math.round)}]`;
  const NEAR = 1; // pixel
  const meet = (one, other) =>
    one.left < other.right - NEAR && other.left < one.right - NEAR && one.top < other.bottom - NEAR && other.top < one.bottom - NEAR;

  const things = found(THINGS);
  const inside = found(INSIDE);
  const wrong = [];
  if (scrollX || scrollY) wrong.push(`the page is scrolled by ${scrollX} ${scrollY}`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const thing of [...things, ...inside]) {
    const out = thing.left < -NEAR || thing.top < -NEAR || thing.right > innerWidth + NEAR || thing.bottom > innerHeight + NEAR;
    if (out) wrong.push(`out of sight: ${said(thing)}`);
    if (thing.right - thing.left < 8 || thing.bottom - thing.top < 8) wrong.push(`too small: ${said(thing)}`);
  }
  things.forEach((one, number) => {
    for (const other of things.slice(number + 1)) if (meet(one, other)) wrong.push(`${said(one)} lies over ${said(other)}`);
  });
  for (const { name, element } of found(CUT)) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (scrollWidth > clientWidth + NEAR || scrollHeight > clientHeight + NEAR)
      wrong.push(`cut off: ${name} ${element.textContent} ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`);
  }
  for (const { name, element, ...card } of found([".block .card", ".block .chip", ".block .word", ".block .slot"])) {
    const block = box(element.closest(".block"));
    const out = card.left < block.left - NEAR || card.right > block.right + NEAR || card.top < block.top - NEAR || card.bottom > block.bottom + NEAR;
    if (out) wrong.push(`out of its block: ${said({ name, ...card })} in ${said({ name: "block", ...block })}`);
  }
  // A name of this length is never cut, and a finger finds every place.
  for (const { element } of found([".side > ul .name"]))
    if (element.title.length <= 12 && element.scrollWidth > element.clientWidth) wrong.push(`a name is cut: ${element.title}`);
  for (const gap of found([".gap"]))
    if (Math.min(gap.right - gap.left, gap.bottom - gap.top) < 32) wrong.push(`too small for a finger: ${said(gap)}`);
  for (const guide of found([".guide"]))
    if (innerHeight > 800 && guide.bottom > innerHeight + NEAR) wrong.push(`out of sight: ${said(guide)}`);
  // The log takes the room that is left, and a desk has room for the words of the tools.
  for (const log of found([".more .log"])) {
    const more = box(log.element.closest(".more"));
    if (log.bottom < more.bottom - NEAR) wrong.push(`room under the log: ${said(log)} in ${said({ name: "more", ...more })}`);
  }
  if (innerWidth >= 1280)
    for (const word of found([".controls :is(button, .button) > span"]))
      if (word.bottom > box(word.element.parentElement).bottom + NEAR) wrong.push(`a tool without its word: ${word.element.textContent}`);
  // A message lies over players and task at most.
  for (const notice of found([".notices p"]))
    for (const thing of things)
      if (!/li|task/.test(thing.name) && meet(notice, thing)) wrong.push(`${said(notice)} ${notice.element.textContent} lies over ${said(thing)}`);
  const boxes = Object.fromEntries([...things, ...inside].map((thing) => [thing.name, said(thing)]));
  return { wrong, boxes };
}
