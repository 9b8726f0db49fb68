// LZMA, as the exported page carries its engine: a fifth smaller than what browsers unpack.
//
// A range coder with bits whose chances are learned, and a dictionary of what was unpacked
// before; lc = 3, lp = 0, pb = 2 (the LZMA specification of the public-domain SDK). Only what
// `export.py` has packed is read here.

const [LITERAL_BITS, POSITION_STATES] = [3, 4];
const HALF = 1024; // of 2048: a bit of which nothing is known

const chances = (size) => new Uint16Array(size).fill(HALF);

/** The bytes packed into some bytes, of which their number is known. */
export function unpackLzma(bytes, size) {
  const out = new Uint8Array(size);
  let [at, range, code] = [5, 0xffffffff, 0];
  for (let i = 1; i < 5; i += 1) code = ((code << 8) | bytes[i]) >>> 0;

  const shift = () => {
    if (range >>> 24 === 0) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | bytes[at++]) >>> 0;
    }
  };
  const bit = (table, i) => {
    const chance = table[i];
    const bound = (range >>> 11) * chance;
    const isOne = code >= bound;
    if (isOne) {
      range -= bound;
      code -= bound;
      table[i] = chance - (chance >> 5);
    } else {
      range = bound;
      table[i] = chance + ((2048 - chance) >> 5);
    }
    shift();
    return isOne ? 1 : 0;
  };
  const tree = (table, bits, from = 0) => {
    let node = 1;
    for (let i = 0; i < bits; i += 1) node = (node << 1) | bit(table, from + node);
    return node - (1 << bits);
  };
  const treeFromBelow = (table, bits, from) => {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const one = bit(table, from + node);
      node = (node << 1) | one;
      value |= one << i;
    }
    return value;
  };
  const plain = (bits) => {
    let value = 0;
    for (let i = 0; i < bits; i += 1) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) code -= range;
      shift();
      value = value * 2 + (isOne ? 1 : 0);
    }
    return value;
  };
  const makeLengths = () => {
    const [choice, low, middle, high] = [chances(2), chances(8 * POSITION_STATES), chances(8 * POSITION_STATES), chances(256)];
    return (place) => {
      if (!bit(choice, 0)) return 2 + tree(low, 3, place * 8);
      if (!bit(choice, 1)) return 10 + tree(middle, 3, place * 8);
      return 18 + tree(high, 8);
    };
  };

  const isMatch = chances(12 * POSITION_STATES);
  const isShort = chances(12 * POSITION_STATES);
  const [isAgain, isOther, isThird, isFourth] = [chances(12), chances(12), chances(12), chances(12)];
  const literals = chances(0x300 << LITERAL_BITS);
  const slots = chances(4 * 64);
  const [near, aligned] = [chances(128), chances(16)];
  const [newLength, oldLength] = [makeLengths(), makeLengths()];
  let last = [0, 0, 0, 0]; // distances less 1, the newest first

  const literal = (position, state) => {
    const from = 0x300 * ((position ? out[position - 1] : 0) >> (8 - LITERAL_BITS));
    let symbol = 1;
    if (state >= 7) {
      let known = out[position - last[0] - 1];
      while (symbol < 0x100) {
        const hint = (known >> 7) & 1;
        known <<= 1;
        const one = bit(literals, from + ((1 + hint) << 8) + symbol);
        symbol = (symbol << 1) | one;
        if (one !== hint) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, from + symbol);
    out[position] = symbol;
  };
  const distance = (length) => {
    const slot = tree(slots, 6, Math.min(length - 2, 3) * 64);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + treeFromBelow(near, bits, base - slot);
    return base + plain(bits - 4) * 16 + treeFromBelow(aligned, 4, 0);
  };

  let state = 0;
  for (let position = 0; position < size; ) {
    const place = position & (POSITION_STATES - 1);
    if (!bit(isMatch, state * POSITION_STATES + place)) {
      literal(position, state);
      position += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length = 1;
    if (!bit(isAgain, state)) {
      length = newLength(place);
      last = [distance(length), last[0], last[1], last[2]];
      state = state < 7 ? 7 : 10;
    } else {
      let which = 0;
      if (bit(isOther, state)) which = bit(isThird, state) ? 2 + bit(isFourth, state) : 1;
      else if (!bit(isShort, state * POSITION_STATES + place)) which = -1;
      if (which > 0) last.unshift(...last.splice(which, 1));
      if (which >= 0) length = oldLength(place);
      state = which < 0 ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (let i = 0; i < length; i += 1, position += 1) out[position] = out[position - last[0] - 1];
  }
  return out;
}
