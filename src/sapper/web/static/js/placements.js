// The number of layouts that fit, in whole numbers of any size.

/** A number from its words of 32 bits, the lowest first. */
export const readBig = (words) => words.reduceRight((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n);

function choose(n, k) {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let i = 1n; i <= Math.min(k, n - k); i += 1n) ways = (ways * (BigInt(n) + 1n - i)) / i;
  return ways;
}

function convolve(a, b) {
  const out = Array(a.length + b.length - 1).fill(0n);
  a.forEach((x, i) => b.forEach((y, j) => (out[i + j] += x * y)));
  return out;
}

/** Components with their counts by mines above the fewest, a sea, and the mines left for all. */
export function joinCounts(components, sea, minesLeft) {
  const product = components.reduce((sum, { byMines }) => convolve(sum, byMines), [1n]);
  if (minesLeft === null) return product.reduce((a, b) => a + b, 0n) << BigInt(sea);
  const left = components.reduce((sum, { low }) => sum - low, minesLeft);
  return product.reduce((sum, count, k) => (count ? sum + count * choose(sea, left - k) : sum), 0n);
}
