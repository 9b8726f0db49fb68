// Small helpers around the document: building elements, announcing what changed.

const onItsSide = matchMedia("(max-height: 500px) and (orientation: landscape)");

/** The height that a grid leaves free for the bar under it; on a phone on its side it stands beside. */
export const roomUnder = (bar) => (onItsSide.matches ? 8 : (bar?.offsetHeight ?? 0) + 14);

/** Builds an element; properties that are functions named on… are listeners. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes("-") && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Announces something to those who do not see the page. */
export function announce(text) {
  const live = document.getElementById("live");
  // The same words twice are said twice.
  live.textContent = live.textContent === text ? `${text} ` : text;
}

/** A number of things: "1 flag", "2 flags". */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Whether the person uses a finger rather than a mouse. */
export const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** A button. */
export const button = (text, onclick, properties = {}) =>
  h("button", { type: "button", onclick, ...properties }, text);

/** A labelled select; choices are [value, text] or plain values. */
export function select(label, choices, value, onchange) {
  const options = choices.map((choice) => {
    const [key, text] = Array.isArray(choice) ? choice : [choice, choice];
    return h("option", { value: key, selected: key === value }, text);
  });
  const input = h("select", { onchange: () => onchange?.(input.value) }, options);
  return { input, label: h("label", {}, label, input) };
}

/** A labelled field. */
export function field(label, properties) {
  const input = h("input", properties);
  return { input, label: h("label", {}, label, input) };
}

/** A labelled check box. */
export function check(label, checked, onchange) {
  const input = h("input", { type: "checkbox", checked, onchange: () => onchange(input.checked) });
  return { input, label: h("label", { className: "inline" }, input, label) };
}

/** A number as percent; a risk that is not proven never reads 0 or 100. */
export function percent(value) {
  if (value === 0) return "0 %";
  if (value === 1) return "100 %";
  const shown = value * 100;
  if (shown < 0.1) return "< 0.1 %";
  if (shown > 99.9) return "> 99.9 %";
  return `${shown.toFixed(1)} %`;
}

/** Puts text onto the clipboard, or into a field to copy from. */
export async function copyText(text, place) {
  const shown = h("input", { readOnly: true, value: text, "aria-label": "Link to copy" });
  place.replaceChildren(shown);
  shown.select();
  try {
    await navigator.clipboard.writeText(text);
    announce("the link is copied");
  } catch {
    announce("the link is in the field, ready to copy");
  }
}
