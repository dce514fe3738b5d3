/** What operations are called here. */
import { camelCase, wordsOf } from '../understand/nouns.js';

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

/** The words of a name in plain letters. */
const plainWords = (name: string): readonly string[] =>
  wordsOf(
    name
      .slice(0, MAX_READ)
      .normalize('NFKD')
      .replaceAll(/\p{Mark}/gu, ''),
  ).flatMap((word) => word.match(/[a-z]+|\d+/g) ?? []);

/** Words as the name of an operation. */
function nameOf(words: readonly string[]): string {
  const name = camelCase(words).slice(0, MAX_LENGTH);
  return /^\d/.test(name) ? `op${name}` : name;
}

/** A name made of method and path: `getUsersByUserIdPosts`. */
function nameOfPath(method: string, path: string): string {
  const parts = path
    .split(/[{}]/)
    .flatMap((part, index) => (index % 2 === 1 ? ['by', ...plainWords(part)] : plainWords(part)));
  return nameOf([method.toLowerCase(), ...parts]);
}

/** Gives names to operations, each of them once. */
export function idsOf(): (operationId: string | undefined, method: string, path: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return (operationId, method, path) => {
    const own = operationId === undefined ? '' : nameOf(plainWords(operationId));
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
