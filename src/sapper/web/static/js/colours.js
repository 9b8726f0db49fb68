// Colours of risks: from blue through pale to orange, which people of any colour vision
// tell apart; proven cells carry a sign as well.

const STOPS = [
  [0, [33, 102, 172]],
  [0.15, [103, 169, 207]],
  [0.4, [222, 235, 247]],
  [0.6, [253, 224, 182]],
  [0.85, [241, 163, 64]],
  [1, [179, 88, 6]],
];

/** The colour of a risk as red, green, blue. */
export function riskColour(risk) {
  let i = 1;
  while (STOPS[i][0] < risk) i += 1;
  const [from, a] = STOPS[i - 1];
  const [to, b] = STOPS[i];
  const share = (risk - from) / (to - from);
  return a.map((value, k) => Math.round(value + (b[k] - value) * share));
}

export const cssColour = ([r, g, b]) => `rgb(${r} ${g} ${b})`;

/** The luminance that contrast is computed from (WCAG 2). */
export function luminance(colour) {
  const [r, g, b] = colour.map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Whether white text reads better on a colour than dark text. */
export const isDeep = (colour) => luminance(colour) < 0.19;
