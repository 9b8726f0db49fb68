// The documents' figures with our games: drawn here, in the page's own colours.

import { h } from "./dom.js";

const WIDTH = 400;
const HEIGHT = 270;
const PLOT = { left: 68, right: 390, top: 12, bottom: 212 };
const COLOURS = 8;
const DASHES = ["", "6 3", "2 2"];
const PUBLISHED = 7;
const MOST_MARKS = 40;
const STEPS = [1, 2, 2.5, 5, 10];

/** A figure that is drawn when it is first opened. */
export function figureElement(figure) {
  const place = h("div", {});
  const draw = () => {
    if (place.childElementCount) return;
    place.append(...(figure.kind === "tables" ? [tables(figure)] : [...panels(figure), legend(figure)]), ...notes(figure));
  };
  const head = h("summary", {}, `${figure.title} `, h("span", { className: "faint" }, figure.place));
  return h("details", { className: "figure", ontoggle: draw }, head, place);
}

function panels(figure) {
  if (figure.kind !== "bars") return figure.panels.map((panel) => drawn(figure, [panel]));
  const titles = [...new Set(figure.panels.map((panel) => panel.title))];
  return titles.map((title) => drawn(figure, figure.panels.filter((panel) => panel.title === title)));
}

/** The tables of a database: a column that names the owner of a row has an arrow to it. */
function tables(figure) {
  const table = ({ title, lines }) => h("div", {}, h("h4", {}, title), h("ul", {}, lines.map(({ name }) => h("li", {}, name))));
  return h("div", { className: "tables" }, figure.panels.map(table));
}

/** Draws panels on top of each other: those of one place, a measure each. */
function drawn(figure, layers) {
  const lines = layers.flatMap((panel) => panel.lines);
  const points = lines.flatMap((line) => line.points);
  const isScale = figure.kind === "lines" && points.every(([x]) => typeof x === "number");
  const names = isScale ? [] : [...new Set(points.map(([x]) => String(x)))];
  const x = isScale
    ? scale(figure.x_scale, figure.x_range ?? ends(points.map(([at]) => at)), PLOT.left + 8, PLOT.right - 8)
    : named(names);
  const values = [...points.flatMap(([, ...three]) => three.slice(0, 3)), ...lines.flatMap((line) => (line.curve ?? []).map(([, y]) => y))];
  const fromZero = figure.y_scale === "linear" ? [0] : [];
  const y = scale(figure.y_scale, figure.y_range ?? ends([...fromZero, ...values]), PLOT.bottom, PLOT.top);
  const title = layers[0].title;
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words(figure, layers) });
  svg.append(...spans(figure, x, y), ...axes(figure, layers[0].y, x, y, names));
  if (figure.kind === "strips") svg.append(...strips(lines, x, y, names));
  else if (figure.kind === "bars") svg.append(...layers.flatMap((panel, front) => bars(panel, front, x, y, names)));
  else svg.append(...lines.flatMap((line) => lineMarks(line, x, y)));
  return h("div", { className: "plot" }, title ? h("h4", {}, title) : null, svg);
}

function lineMarks(line, x, y) {
  const colour = paint(line.published ? PUBLISHED : line.number);
  const at = line.points.map(([place, value, low, high]) => [x.at(place), y.at(value), y.at(low), y.at(high)]);
  if (line.published) return at.map(([px, py]) => s("path", { d: `M${px - 4} ${py}l4 -4l4 4l-4 4z`, fill: "none", stroke: colour }));
  const dashed = DASHES[Math.floor(line.number / COLOURS) % DASHES.length];
  const curve = line.curve?.map(([place, value]) => [x.at(place), y.at(value)]) ?? at;
  const made = [s("path", { d: path(curve), fill: "none", stroke: colour, "stroke-width": 1.6, "stroke-dasharray": dashed })];
  if (at.length > MOST_MARKS) {
    const band = [...at.map(([px, , low]) => [px, low]), ...at.map(([px, , , high]) => [px, high]).reverse()];
    return [s("path", { d: `${path(band)}z`, fill: colour, opacity: 0.15 }), ...made];
  }
  return [...made, ...at.flatMap(([px, py, low, high]) => [whisker(px, low, high, colour), s("circle", { cx: px, cy: py, r: 2.4, fill: colour })])];
}

function bars(panel, front, x, y, names) {
  const width = (front === 0 ? 0.8 : 0.5) * x.step;
  return panel.lines.flatMap((line) => {
    const colour = paint(line.published ? PUBLISHED : front);
    return line.points.flatMap(([place, value, low, high]) => {
      const middle = x.at(names.indexOf(String(place)));
      const bar = box(middle - width / 2, y.at(value), width, PLOT.bottom - y.at(value), colour, front === 0 ? 0.45 : 1);
      return line.published ? [bar] : [bar, whisker(middle, y.at(low), y.at(high), "var(--ink)")];
    });
  });
}

/** A bar to the lower of two lines, and a strip from there to the higher. */
function strips(lines, x, y, names) {
  return names.flatMap((name, number) => {
    const here = lines.flatMap((line) =>
      line.points.filter(([place]) => String(place) === name).map(([, value]) => ({ value, colour: paint(line.number) })),
    );
    here.sort((one, other) => one.value - other.value);
    const [low, high] = [here[0], here.at(-1)];
    const [left, width] = [x.at(number) - 0.4 * x.step, 0.8 * x.step];
    return [
      box(left, y.at(low.value), width, PLOT.bottom - y.at(low.value), low.colour, 0.45),
      box(left, y.at(high.value), width, y.at(low.value) - y.at(high.value), high.colour, 1),
    ];
  });
}

function axes(figure, ylabel, x, y, names) {
  const made = [s("path", { d: `M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}`, fill: "none", stroke: "var(--faint)" })];
  for (const tick of y.ticks) made.push(label(PLOT.left - 6, y.at(tick) + 4, number(tick), "end"), mark(PLOT.left, y.at(tick), -4, 0));
  if (names.length) names.forEach((name, at) => made.push(slanted(x.at(at), name)));
  else for (const tick of x.ticks) made.push(label(x.at(tick), PLOT.bottom + 16, number(tick), "middle"), mark(x.at(tick), PLOT.bottom, 0, 4));
  if (!names.length) made.push(label((PLOT.left + PLOT.right) / 2, PLOT.bottom + 36, figure.x, "middle"));
  made.push(s("text", { x: -(PLOT.top + PLOT.bottom) / 2, y: 12, transform: "rotate(-90)", "text-anchor": "middle" }, ylabel));
  return made;
}

const spans = (figure, x, y) =>
  figure.spans.map(({ axis, low, high }) =>
    axis === "x"
      ? box(x.at(low), PLOT.top, x.at(high) - x.at(low), PLOT.bottom - PLOT.top, "var(--faint)", 0.14)
      : box(PLOT.left, y.at(high), PLOT.right - PLOT.left, y.at(low) - y.at(high), "var(--faint)", 0.14),
  );

function legend(figure) {
  const entries = new Map();
  if (figure.kind === "bars") figure.panels.forEach(({ y }) => entries.has(y) || entries.set(y, entries.size));
  else for (const { name, number: at, published } of figure.panels.flatMap((panel) => panel.lines)) entries.set(name, published ? PUBLISHED : at);
  if (figure.kind === "bars" && figure.panels.some((panel) => panel.lines.some((line) => line.published))) entries.set("published", PUBLISHED);
  const items = [...entries].filter(([name]) => name).map(([name, at]) =>
    h("span", {}, s("svg", { viewBox: "0 0 24 8", class: "key" }, s("path", { d: "M0 4H24", stroke: paint(at), "stroke-width": 3, "stroke-dasharray": DASHES[Math.floor(at / COLOURS) % DASHES.length] })), name),
  );
  return h("div", { className: "legend" }, items);
}

const notes = (figure) => [...figure.spans.map(({ says }) => `Shaded: ${says}`), ...figure.notes].map((text) => h("p", { className: "faint" }, text));

/** What a picture shows, for those who do not see it: each line's first and last point. */
function words(figure, layers) {
  const lines = layers.flatMap((panel) => panel.lines.map((line) => ({ ...line, y: panel.y })));
  const said = lines.map(({ name, y, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    return `${name || y}: ${number(first[1])} at ${first[0]}, ${number(last[1])} at ${last[0]}`;
  });
  return `${figure.title}. ${layers[0].title} ${layers[0].y}. ${said.join("; ")}.`;
}

// Scales

function scale(kind, [low, high], from, to) {
  const of = kind === "log" ? Math.log10 : (value) => value;
  const [first, last] = [of(low), of(high)];
  const at = (value) => round(from + ((of(value) - first) / (last - first || 1)) * (to - from));
  return { at, ticks: kind === "log" ? decades(low, high) : ticks(low, high) };
}

function named(names) {
  const step = (PLOT.right - PLOT.left) / names.length;
  return { at: (place) => round(PLOT.left + (typeof place === "number" ? place + 0.5 : names.indexOf(place) + 0.5) * step), step, ticks: [] };
}

function ticks(low, high) {
  const rough = (high - low) / 5 || 1;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * STEPS.find((one) => one * unit >= rough);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
}

function decades(low, high) {
  const first = Math.ceil(Math.log10(low));
  return Array.from({ length: Math.floor(Math.log10(high)) - first + 1 }, (_, at) => 10 ** (first + at));
}

const ends = (values) => [Math.min(...values), Math.max(...values)];
const number = (value) => Number(value.toPrecision(4)).toLocaleString("en");
const round = (value) => Math.round(value * 10) / 10;
const paint = (at) => `var(--plot${at % COLOURS})`;

// Marks

function s(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== "") element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const path = (points) => points.map(([px, py], at) => `${at ? "L" : "M"}${px} ${py}`).join("");
const box = (left, top, width, height, fill, opacity) => s("rect", { x: left, y: top, width: Math.max(width, 0), height: Math.max(height, 0), fill, opacity });
const whisker = (px, low, high, stroke) => s("path", { d: `M${px} ${low}V${high}`, stroke });
const label = (px, py, text, anchor) => s("text", { x: px, y: py, "text-anchor": anchor }, text);
const mark = (px, py, dx, dy) => s("path", { d: `M${px} ${py}l${dx} ${dy}`, stroke: "var(--faint)" });
const slanted = (px, text) => s("text", { transform: `translate(${px + 3} ${PLOT.bottom + 12}) rotate(-35)`, "text-anchor": "end" }, text);
