/** Lines of a text, each of them there once. */

/** Lines that are added one after the other. */
export class Lines {
  readonly #numbers = new Map<string, number>();
  #text = '';

  /** The number of a line, which is added where there is none such; 0 for none. */
  numberOf(line: string | null): number {
    if (line === null) return 0;
    const known = this.#numbers.get(line);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(line, number);
    this.#text += number === 1 ? line : `\n${line}`;
    return number;
  }

  /** How many characters there are. */
  get length(): number {
    return this.#text.length;
  }

  /** The text; null where nothing was added. */
  get text(): string | null {
    return this.#numbers.size === 0 ? null : this.#text;
  }
}
