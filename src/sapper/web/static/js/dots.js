// Published and measured numbers of a table as dots on one scale, ours with its interval.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [120, 18];

function make(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** From the rows of a table, a function that draws one of them; null where there is nothing to draw. */
export function makeDots(rows) {
  const numbers = rows.flatMap(({ published, ours }) => [published, ours?.value, ours?.low, ours?.high]);
  const known = numbers.filter((number) => Number.isFinite(number));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const at = (value) => 6 + ((value - low) / (high - low || 1)) * (WIDTH - 12);
  return ({ published, ours }) => {
    if (!Number.isFinite(published) && !Number.isFinite(ours?.value)) return null;
    const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, class: "dots", "aria-hidden": "true" });
    const middle = HEIGHT / 2;
    svg.append(make("path", { d: `M0 ${middle}H${WIDTH}`, class: "axis" }));
    if (Number.isFinite(ours?.value)) {
      if (Number.isFinite(ours.low)) svg.append(make("path", { d: `M${at(ours.low)} ${middle}H${at(ours.high)}`, class: "interval" }));
      svg.append(make("circle", { cx: at(ours.value), cy: middle, r: 3.5, class: "ours" }));
    }
    if (Number.isFinite(published)) svg.append(make("circle", { cx: at(published), cy: middle, r: 4.5, class: "published" }));
    return svg;
  };
}
