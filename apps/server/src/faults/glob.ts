/** Patterns with wildcards, matched in a time that grows with text and pattern only, and little: anybody may write both. */

/** Whether a text is what a pattern says. */
export type Matcher = (text: string) => boolean;

/** How many characters of a pattern are looked at in one step. */
const WORD = 32;

/** One wildcard: the text begins and ends as the pattern does. */
function ended(first: string, last: string, separator: string | undefined): Matcher {
  const least = first.length + last.length;
  return (text) => {
    if (text.length < least || !text.startsWith(first) || !text.endsWith(last)) return false;
    return separator === undefined || !text.slice(first.length, text.length - last.length).includes(separator);
  };
}

/** A set of places in a pattern. */
const placesIn = (literals: string): Int32Array => new Int32Array(Math.ceil((literals.length + 1) / WORD));

function add(places: Int32Array, place: number): void {
  places[place >> 5] = (places[place >> 5] ?? 0) | (1 << (place & 31));
}

const NONE: Int32Array = new Int32Array();

/**
 * Several wildcards: all places in the pattern that the text so far may have led to are moved at once, a bit each, one
 * further by the character that stands there (Baeza-Yates and Gonnet), or not at all where there is a wildcard.
 */
function searched(pattern: string, separator: string | undefined): Matcher {
  const literals = pattern.replaceAll('*', '');
  /** Where a character may be stepped over, any but the separator, and any. */
  const within = placesIn(literals);
  const across = placesIn(literals);
  /** The places behind each character, by its code: those of headers are of Latin-1, where no map has to be asked. */
  const latin = Array.from({ length: 256 }, (): Int32Array => NONE);
  const behind = new Map<number, Int32Array>();
  const stop = separator?.charCodeAt(0);
  let place = 0;
  for (const part of pattern.split(/(\*+)/)) {
    if (part.startsWith('*')) {
      add(within, place);
      if (part.length > 1) add(across, place);
      continue;
    }
    for (const character of part.split('')) {
      place += 1;
      const code = character.charCodeAt(0);
      const places = behind.get(code) ?? placesIn(literals);
      add(places, place);
      behind.set(code, places);
      if (code < latin.length) latin[code] = places;
    }
  }
  if (within.length === 1) {
    const masks = Int32Array.from(latin, ([places = 0]) => places);
    const [[stays = 0], [stopped = 0]] = [within, across];
    // The same in one number, a few times as fast: nearly all patterns are so short.
    return (text) => {
      let reached = 1;
      for (let position = 0; position < text.length && reached !== 0; position += 1) {
        const code = text.charCodeAt(position);
        const next = masks[code] ?? behind.get(code)?.[0] ?? 0;
        reached = ((reached << 1) & next) | (reached & (code === stop ? stopped : stays));
      }
      return ((reached >>> place) & 1) === 1;
    };
  }
  return (text) => {
    const reached = placesIn(literals);
    add(reached, 0);
    // Without iterators, which take most of the time here.
    for (let position = 0; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      const next = latin[code] ?? behind.get(code) ?? NONE;
      const stays = code === stop ? across : within;
      let carry = 0;
      let any = 0;
      for (let at = 0; at < reached.length; at += 1) {
        const from = reached[at] ?? 0;
        const to = (((from << 1) | carry) & (next[at] ?? 0)) | (from & (stays[at] ?? 0));
        carry = from >>> 31;
        reached[at] = to;
        any |= to;
      }
      if (any === 0) return false;
    }
    return (((reached[place >> 5] ?? 0) >> (place & 31)) & 1) === 1;
  };
}

/**
 * Compiles a pattern.
 *
 * @param separator what `*` stops at and `**` does not; both stand for any text where it is left out
 */
export function glob(pattern: string, separator?: string): Matcher {
  const [first = '', wildcard, last, ...more] = pattern.split(/(\*+)/);
  if (wildcard === undefined || last === undefined) return (text) => text === pattern;
  if (more.length === 0) return ended(first, last, wildcard === '*' ? separator : undefined);
  const isSearched = searched(pattern, separator);
  return (text) => text.startsWith(first) && isSearched(text);
}

/** Whether a text is what one of some patterns says. */
export function globs(patterns: string | readonly string[], separator?: string): Matcher {
  const all = (typeof patterns === 'string' ? [patterns] : patterns).map((pattern) => glob(pattern, separator));
  return (text) => all.some((one) => one(text));
}
