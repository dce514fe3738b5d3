/** Names in generated code: of types, of members, and the line that opens a file. */

/** Types of the language that generated code uses by name. */
const taken = ['Record'];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name as that of a type: `blog-post` is `BlogPost`. */
export function typeName(name: string): string {
  const words = name.split(/[^\w$]+/).filter(Boolean);
  const joined = words.map(capital).join('');
  return /^\d/.test(joined) || joined === '' || taken.includes(joined) ? `${joined}_` : joined;
}

/** Gives names that nothing else in a file has. */
export class Names {
  readonly #given = new Set<string>();

  /** The first of these names that is free, or the last one with a number. */
  free(...candidates: readonly [string, ...string[]]): string {
    const last = candidates.at(-1) ?? '';
    let found = candidates.find((name) => !this.#given.has(name));
    for (let count = 2; found === undefined; count += 1) {
      if (!this.#given.has(`${last}${count}`)) found = `${last}${count}`;
    }
    this.#given.add(found);
    return found;
  }
}

/** A name as a member of an object. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A value as a literal in single quotes. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") ? JSON.stringify(value) : `'${escaped}'`;
}
