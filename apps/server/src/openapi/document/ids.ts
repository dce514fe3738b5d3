/** What operations are called here. */

/** Longest name of an operation, in characters. */
const MAX_LENGTH = 120;

/** Characters of a name that are looked at. */
const MAX_READ = 500;

/** Members of every object, and what promises and routers take for theirs. */
const TAKEN: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'apply',
  'call',
  'bind',
  'prototype',
  'then',
]);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The words of a name in any case: `get`, `HTTP`, `status` of `getHTTPStatus`. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, MAX_READ)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];

/** A name in camelCase; what is all capitals is a word. */
function camelCase(words: readonly string[]): string {
  const [first = '', ...rest] = words.map((word) => (/^[A-Z]{2,}$/.test(word) ? word.toLowerCase() : word));
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capital)].join('').slice(0, MAX_LENGTH);
  return /^\d/.test(name) ? `op${name}` : name;
}

/** A name made of method and path: `getUsersByUserIdPosts`. */
function nameOfPath(method: string, path: string): string {
  const parts = path
    .split(/[{}]/)
    .flatMap((part, index) => (index % 2 === 1 ? ['By', ...wordsOf(part)] : wordsOf(part)));
  return camelCase([method.toLowerCase(), ...parts.map(capital)]);
}

/** Gives names to operations, each of them once. */
export function idsOf(): (operationId: string | undefined, method: string, path: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return (operationId, method, path) => {
    const own = operationId === undefined ? '' : camelCase(wordsOf(operationId));
    const name = own === '' ? nameOfPath(method, path) : own;
    const base = TAKEN.has(name) ? `${name}Operation` : name;
    let id = base;
    let count = counts.get(base) ?? 1;
    for (; given.has(id); count += 1) id = `${base}${/\d$/.test(base) ? 'v' : ''}${count + 1}`;
    counts.set(base, count);
    given.add(id);
    return id;
  };
}
