/** Writes data back into the text of its file: what nobody changed stays as it was written, and the rest is formatted like it. */
import { visit } from 'jsonc-parser';

/** Where something stands in a text. */
interface Place {
  start: number;
  end: number;
}

/** A value at the top level, with its items where it is a list. */
interface TopLevel extends Place {
  readonly items: Place[];
}

/** The values at the top level of a valid text, by name. */
function topLevelOf(text: string): ReadonlyMap<string, TopLevel> {
  const found = new Map<string, TopLevel>();
  let [depth, name, isList] = [0, '', false];
  const begin = (start: number, isOfList = false): void => {
    if (depth === 1) {
      // Of two with one name the last counts, and they are written in their order.
      found.delete(name);
      found.set(name, { start, end: start, items: [] });
      isList = isOfList;
    } else if (depth === 2 && isList) found.get(name)?.items.push({ start, end: start });
    depth += 1;
  };
  const end = (offset: number, length: number): void => {
    depth -= 1;
    const one = found.get(name);
    const ended = depth === 1 ? one : depth === 2 && isList ? one?.items.at(-1) : undefined;
    if (ended !== undefined) ended.end = offset + length;
  };
  visit(text, {
    onObjectProperty: (own) => void (depth === 1 && (name = own)),
    onObjectBegin: (offset) => begin(offset),
    onArrayBegin: (offset) => begin(offset, true),
    onLiteralValue: (_value, offset, length) => {
      begin(offset);
      end(offset, length);
    },
    onObjectEnd: end,
    onArrayEnd: end,
  });
  return found;
}

/** A value on one line, with spaces where another has them. */
function onOneLine(value: unknown, like = ''): string {
  if (!/":\s/.test(like)) return JSON.stringify(value);
  const inner = /^\{\s/.test(like) ? ' ' : '';
  // No text has a line break in it: all that there are stand between values.
  return JSON.stringify(value, null, 1).replaceAll(/([[{]?)\n\s*([\]}]?)/g, (_, before: string, after: string) => {
    if (before === '[' || after === ']') return before + after;
    return before === '{' || after === '}' ? before + inner + after : ' ';
  });
}

/** The text of a file, into which data is written. */
export class FileText {
  readonly #text: string;
  readonly #before: Readonly<Record<string, unknown>>;
  readonly #topLevel: ReadonlyMap<string, TopLevel>;
  /** What a level is indented by; undefined in a file of one line. */
  readonly #unit: string | undefined;
  readonly #lineBreak: string;
  /** A record, where a list has none of its own to go by. */
  readonly #sample: string | undefined;

  /** @param text what is in the file, valid JSON */
  constructor(text: string) {
    this.#text = text;
    // A byte order mark takes one character, and so does a space.
    const json = text.replace(/^\uFEFF/, ' ');
    this.#before = JSON.parse(json) as Readonly<Record<string, unknown>>;
    this.#topLevel = topLevelOf(json);
    this.#unit = /\n([ \t]+)"/.exec(text)?.[1];
    this.#lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
    const first = [...this.#topLevel.values()].find(({ items }) => items.length > 0)?.items[0];
    this.#sample = first && this.#at(first);
  }

  /**
   * The text with the data as it is now.
   *
   * @param now values by their name at the top level; what it does not name stays
   */
  with(now: Readonly<Record<string, unknown>>): string {
    let [result, done] = ['', 0];
    for (const [name, place] of this.#topLevel) {
      const [old, value] = [this.#before[name], now[name]];
      if (value === undefined || JSON.stringify(old) === JSON.stringify(value)) continue;
      const areLists = Array.isArray(value) && Array.isArray(old);
      const own = areLists ? this.#list(value, old, place) : this.#value(value, this.#at(place), 1);
      result += this.#text.slice(done, place.start) + own;
      done = place.end;
    }
    return result + this.#text.slice(done);
  }

  #at({ start, end }: Place): string {
    return this.#text.slice(start, end);
  }

  /** A value like another one, at so many levels where it goes by none. */
  #value(value: unknown, like: string | undefined, levels: number): string {
    if (like === undefined ? this.#unit === undefined : !like.includes('\n')) return onOneLine(value, like);
    const around = (like && /\n([ \t]*)\S*$/.exec(like)?.[1]) ?? this.#unit?.repeat(levels) ?? '';
    return JSON.stringify(value, null, this.#unit).replaceAll('\n', `${this.#lineBreak}${around}`);
  }

  /** A list, with the records that are as they were as they are written in the file. */
  #list(values: readonly unknown[], before: readonly unknown[], { start, end, items }: TopLevel): string {
    if (values.length === 0) return '[]';
    const written = new Map(items.map((place, index) => [JSON.stringify(before[index]), this.#at(place)]));
    const [first, second] = items;
    const like = first === undefined ? this.#sample : this.#at(first);
    const line = (levels: number) => (this.#unit === undefined ? '' : `${this.#lineBreak}${this.#unit.repeat(levels)}`);
    const opening = first === undefined ? line(2) : this.#text.slice(start + 1, first.start);
    const closing = first === undefined ? line(1) : this.#text.slice(items.at(-1)?.end, end - 1);
    const space = opening === '' && /":\s/.test(this.#text) ? ' ' : opening;
    const between =
      first === undefined || second === undefined ? `,${space}` : this.#text.slice(first.end, second.start);
    const texts = values.map((value) => written.get(JSON.stringify(value)) ?? this.#value(value, like, 2));
    return `[${opening}${texts.join(between)}${closing}]`;
  }
}
