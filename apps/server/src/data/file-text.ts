/** Writes data back into the text of its file: what nobody changed stays as it was written, and the rest is formatted like it. */

/** Where something stands in a text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A value at the top level, with the records where it is a list. */
interface TopLevel extends Place {
  readonly items?: readonly Place[];
}

/** The offset behind white space. */
function behindSpace(text: string, at: number): number {
  const space = /\s*/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}

/** The offset behind a text in quotes. */
function behindText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The offset behind the value that begins at one, in valid JSON. */
function behindValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') {
      at = behindText(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') {
      // A scalar ends before the bracket that ends what is around it.
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (mark === ',' || /\s/.test(mark ?? ''))) return at;
  }
  return text.length;
}

/** The places of values that follow each other, from behind an opening bracket, and the offset of the closing one. */
function placesFrom<Found extends Place>(
  text: string,
  start: number,
  read: (at: number) => Found,
): { readonly found: readonly Found[]; readonly end: number } {
  const found: Found[] = [];
  let at = behindSpace(text, start);
  while (at < text.length && text[at] !== ']' && text[at] !== '}') {
    const one = read(at);
    found.push(one);
    at = behindSpace(text, one.end);
    if (text[at] === ',') at = behindSpace(text, at + 1);
  }
  return { found, end: at };
}

/** The values at the top level of a valid text, by name. */
function topLevelOf(text: string): ReadonlyMap<string, TopLevel> {
  const { found } = placesFrom(text, text.indexOf('{') + 1, (at): TopLevel & { readonly name: string } => {
    const behindName = behindText(text, at);
    const name = JSON.parse(text.slice(at, behindName)) as string;
    const start = behindSpace(text, text.indexOf(':', behindName) + 1);
    if (text[start] !== '[') return { name, start, end: behindValue(text, start) };
    const list = placesFrom(text, start + 1, (one) => ({ start: one, end: behindValue(text, one) }));
    return { name, start, end: list.end + 1, items: list.found };
  });
  return new Map(found.map(({ name, ...place }) => [name, place]));
}

/** Writes values as others of a file are written. */
class Format {
  readonly #text: string;
  /** What a level is indented by; undefined in a file of one line. */
  readonly #unit: string | undefined;
  readonly #lineBreak: string;
  /** A record, where a list has none of its own to go by. */
  readonly #sample: string | undefined;

  constructor(text: string, topLevel: ReadonlyMap<string, TopLevel>) {
    this.#text = text;
    this.#unit = /\n([ \t]+)"/.exec(text)?.[1];
    this.#lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
    const first = [...topLevel.values()].find(({ items = [] }) => items.length > 0)?.items?.[0];
    this.#sample = first && text.slice(first.start, first.end);
  }

  /** A value like another one, at so many levels where it goes by none. */
  value(value: unknown, like: string | undefined, levels: number): string {
    if (like === undefined ? this.#unit === undefined : !like.includes('\n')) return onOneLine(value, like);
    const around = (like && /\n([ \t]*)\S*$/.exec(like)?.[1]) ?? this.#unit?.repeat(levels) ?? '';
    return JSON.stringify(value, null, this.#unit).replaceAll('\n', `${this.#lineBreak}${around}`);
  }

  /** A list, with the records that are as they were as they are written in the file. */
  list(values: readonly unknown[], before: readonly unknown[], { start, end, items = [] }: TopLevel): string {
    if (values.length === 0) return '[]';
    const textOf = (place: Place): string => this.#text.slice(place.start, place.end);
    const written = new Map(items.map((place, index) => [JSON.stringify(before[index]), textOf(place)]));
    const [first, second] = items;
    const like = first === undefined ? this.#sample : textOf(first);
    const line = (levels: number) => (this.#unit === undefined ? '' : `${this.#lineBreak}${this.#unit.repeat(levels)}`);
    const opening = first === undefined ? line(2) : this.#text.slice(start + 1, first.start);
    const last = items.at(-1);
    const closing = last === undefined ? line(1) : this.#text.slice(last.end, end - 1);
    const between =
      first !== undefined && second !== undefined
        ? this.#text.slice(first.end, second.start)
        : `,${opening === '' && this.#unit !== undefined ? ' ' : opening}`;
    const texts = values.map((value) => written.get(JSON.stringify(value)) ?? this.value(value, like, 2));
    return `[${opening}${texts.join(between)}${closing}]`;
  }
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

/**
 * The text of a file with the data as it is now.
 *
 * @param text what is in the file, valid JSON
 * @param now values by their name at the top level; what it does not name stays
 */
export function rewritten(text: string, now: Readonly<Record<string, unknown>>): string {
  const before = JSON.parse(text.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>;
  const topLevel = topLevelOf(text);
  const format = new Format(text, topLevel);
  let [result, done] = ['', 0];
  for (const [name, place] of topLevel) {
    const [old, value] = [before[name], now[name]];
    if (value === undefined || JSON.stringify(old) === JSON.stringify(value)) continue;
    const own =
      Array.isArray(value) && Array.isArray(old)
        ? format.list(value, old, place)
        : format.value(value, text.slice(place.start, place.end), 1);
    result += text.slice(done, place.start) + own;
    done = place.end;
  }
  return result + text.slice(done);
}
