// Numbers that the core wrote, read one after another.

/** Reads whole numbers one after another. */
export class Reader {
  constructor(numbers) {
    this.numbers = numbers;
    this.at = 0;
  }
  next() {
    return this.numbers[this.at++];
  }
  list() {
    const size = this.next();
    this.at += size;
    return Array.from(this.numbers.subarray(this.at - size, this.at));
  }
  rest() {
    return this.numbers.subarray(this.at);
  }
}
