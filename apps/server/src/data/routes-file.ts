/** Rewrites paths by the rules of a routes file, as json-server 0.17 does: `/api/*` to `/$1`, `/:resource/:id/show` to `/:resource/:id`. */
import pathToRegexp, { type Key } from 'path-to-regexp';
import { pathBelow } from '../http/locate.js';
import type { Target } from '../http/router.js';
import { DataFault, isObject } from './given-value.js';

/** What stands in the new path for a part of the old one. */
const PART = /\$(\d+)|:(\w+)/g;

/** A rule, ready to be applied: the text of what it makes of another; undefined where it is not about it. */
type Rule = (text: string) => string | undefined;

function ruleOf(from: string, to: unknown): Rule {
  if (typeof to !== 'string') throw new DataFault(`${from} is no text, such as "/$1"`);
  const keys: Key[] = [];
  let pattern: RegExp;
  try {
    pattern = pathToRegexp(from, keys);
  } catch (error) {
    throw new DataFault(`${from} is no path with parameters, such as /:resource/:id/show`, { cause: error });
  }
  const indexes = new Map(keys.map(({ name }, index) => [String(name), index + 1]));
  for (const [all, number, name = ''] of to.matchAll(PART)) {
    if (number === undefined ? indexes.has(name) : Number(number) <= keys.length) continue;
    throw new DataFault(`${to} names ${all}, which ${from} does not have`);
  }
  return (text) => {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const part = (_all: string, number: string | undefined, name = '') =>
      found[Number(number ?? indexes.get(name))] ?? '';
    return to.replaceAll(PART, part);
  };
}

const targetOf = (text: string): Target => {
  const [path = '', ...query] = text.split('?');
  return { path, query: query.join('?') };
};

/** Applies the rules one after the other, to a path alone or else with its query. */
function applied(rules: readonly Rule[], target: Target): Target {
  return rules.reduce((at, rule) => {
    const alone = rule(at.path);
    if (alone !== undefined) {
      const next = targetOf(alone);
      return { ...next, query: [next.query, at.query].filter((one) => one !== '').join('&') };
    }
    const whole = at.query === '' ? undefined : rule(`${at.path}?${at.query}`);
    return whole === undefined ? at : targetOf(whole);
  }, target);
}

/**
 * Makes what rewrites paths.
 *
 * @throws DataFault where the rules are none
 */
export function rewriterOf(json: unknown): (target: Target, base: string) => Target {
  if (!isObject(json)) {
    throw new DataFault('it must be an object of paths, such as {"/api/*": "/$1"}');
  }
  const rules = Object.entries(json).map(([from, to]) => ruleOf(from, to));
  return (target, base) => {
    // A client whose base URL is that of the API has its path before those that the rules are about.
    const own = pathBelow(target.path, base);
    for (const path of own === undefined ? [target.path] : [target.path, own]) {
      const next = applied(rules, { path, query: target.query });
      if (next.path === path && next.query === target.query) continue;
      return pathBelow(next.path, base) === undefined ? { ...next, path: base + next.path } : next;
    }
    return target;
  };
}
