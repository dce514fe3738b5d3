/** The names of collections: which are allowed, and what operations and components are called after them. */
import { singularOf } from '../kit/nouns.js';
import { DataFault } from './given-value.js';

/** Domains that the server cannot do without, or whose addresses are not its to give away. */
const RESERVED = new Set(['auth', 'oauth', 'webhooks', 'sandboxes']);

/** A segment of a path that needs no encoding, and from which every name in code can be made. */
const NAME = /^[a-z][a-z0-9_-]{0,63}$/i;

/** Names that mean something else to a tRPC router. */
const OF_ROUTERS = new Set(['apply', 'call', 'then', 'constructor', 'prototype']);

/** The words of a name: `blog`, `posts` of `blogPosts`, `blog_posts` and `blog-posts`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What a member of the top level is called, wherever it is named. */
export interface Names {
  /** As it stands in the data, and in paths. */
  readonly name: string;
  /** Name of its domain: the same, without what a name in code cannot have. */
  readonly domain: string;
  /** Several records, such as `BlogPosts`. */
  readonly many: string;
  /** One record, such as `BlogPost`. */
  readonly one: string;
  /** The same in running text. */
  readonly words: { readonly one: string; readonly many: string };
}

function namesOf(name: string): Names {
  const many = wordsOf(name);
  const one = [...many.slice(0, -1), singularOf(many.at(-1) ?? '')];
  return {
    name,
    domain: name.replaceAll(/-+(\w?)/g, (_, next: string) => next.toUpperCase()),
    many: many.map(capital).join(''),
    one: one.map(capital).join(''),
    words: { one: one.join(' '), many: many.join(' ') },
  };
}

function check(name: string): void {
  const quoted = JSON.stringify(name.slice(0, 100));
  if (OF_ROUTERS.has(name)) {
    throw new DataFault(
      `${quoted} cannot be the name of a collection, since it means something else to tRPC; rename it`,
    );
  }
  if (!NAME.test(name)) {
    throw new DataFault(
      `${quoted} cannot be the name of a collection; a name has up to 64 characters, which are letters from a to z, digits, - and _, and begins with a letter`,
    );
  }
  if (RESERVED.has(name.toLowerCase())) {
    throw new DataFault(`${quoted} is a part of the server that no collection can replace; give it another name`);
  }
}

/**
 * What the members of the top level are called.
 *
 * @throws DataFault where one has a name that it cannot have, or two have names that are too much alike
 */
export function namesIn(given: Iterable<string>): Names[] {
  const all = [...given];
  for (const name of all) check(name);
  const names = all.map(namesOf);
  const taken = new Map<string, string>();
  for (const { name, many } of names) {
    const other = taken.get(many.toLowerCase());
    if (other !== undefined)
      throw new DataFault(`${other} and ${name} differ only in case, - or _; rename one of them`);
    taken.set(many.toLowerCase(), name);
  }
  // Where a collection is already called what one record of another would be, such as data beside datum.
  return names.map((own) => {
    const other = taken.get(own.one.toLowerCase());
    const isFree = other === undefined || other === own.name;
    return isFree ? own : { ...own, one: own.many, words: { one: own.words.many, many: own.words.many } };
  });
}

/** What a member may refer to by its name, such as `blog post` by `blogPostId` or `blog_post_id`; undefined where nothing. */
export function referredBy(member: string): string | undefined {
  const words = wordsOf(member);
  return words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1).join(' ') : undefined;
}
