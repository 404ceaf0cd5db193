// Lists to choose from in which something is cut off when it is chosen.
() => {
  const ARROW = 20; // pixels
  const paper = document.createElement("canvas").getContext("2d");
  const cut = [...document.querySelectorAll("select")].flatMap((select) => {
    const style = getComputedStyle(select);
    paper.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - ARROW;
    return [...select.options].filter(({ text }) => paper.measureText(text).width > room).map(({ text }) => `${text} in ${Math.round(room)}`);
  });
  return cut;
}
