/** Writes the start of a JSON value with its secrets masked, at a cost that does not grow with the value. */
import { isCardName, isCardNumber } from './card-names.js';
import { isSecret } from './secret-names.js';

/** What stands for a secret. */
const MASK = '***';

/** Whether the value of a member is shown to nobody. */
const isHidden = (name: string, value: unknown): boolean =>
  isSecret(name) || (isCardName(name) && isCardNumber(String(value)));

/** Copies of the first members of a value, until they make up the characters wanted. */
class Start {
  /** Characters still wanted; below 0 once something may be left out. */
  #wanted: number;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  of(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return this.#array(value);
    if (typeof value === 'object' && value !== null) return this.#object(value as Readonly<Record<string, unknown>>);
    this.#wanted -= String(value).length;
    return value;
  }

  #text(text: string): string {
    const start = this.#wanted < text.length ? text.slice(0, Math.max(0, this.#wanted) + 1) : text;
    this.#wanted -= start.length;
    return start;
  }

  #array(items: readonly unknown[]): unknown[] {
    const first: unknown[] = [];
    for (const item of items) {
      if (this.#wanted < 0) break;
      this.#wanted -= 1;
      first.push(this.of(item));
    }
    return first;
  }

  #object(value: Readonly<Record<string, unknown>>): object {
    const first: [string, unknown][] = [];
    for (const name of Object.keys(value)) {
      if (this.#wanted < 0) break;
      const member = value[name];
      if (member === undefined) continue;
      first.push([this.#text(name), isHidden(name, member) ? this.#text(MASK) : this.of(member)]);
    }
    return Object.fromEntries(first);
  }
}

/**
 * A value as JSON, its secrets masked.
 *
 * @param value whatever JSON.parse can give, down to the levels that are read
 * @param limit characters after which an ellipsis stands for the rest
 */
export function maskedJson(value: unknown, limit: number): string {
  const text = JSON.stringify(new Start(limit).of(value));
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
