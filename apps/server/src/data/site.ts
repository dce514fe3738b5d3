/**
 * Makes what a server serves beside its API: the files of a folder, and paths that are rewritten by the rules of a routes
 * file, as json-server 0.17 does: `/api/*` to `/$1`, `/:resource/:id/show` to `/:resource/:id` (`--static` and `--routes`).
 */
import { realpathSync, statSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import pathToRegexp, { type Key } from 'path-to-regexp';
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { pathBelow } from '../http/locate.js';
import type { Site, Target } from '../http/router.js';
import { DataFault, isObject } from './given-value.js';
import { onFile, readJson } from './json-file.js';

/** Names that are not served: those of hidden files, of folders further up, and what is no name at all. */
const HIDDEN = /[\0\\]|\/\.(?!well-known(?:\/|$))/;

/** Whatever the page of somebody's own folder loads, it may. */
const OPEN = { 'content-security-policy': 'frame-ancestors *' };

/**
 * Makes what finds the file at a path; that of a folder is its `index.html`.
 *
 * @throws DataFault where there is no such folder
 */
function filesIn(folder: string): (path: string) => Promise<Answer | undefined> {
  if (!onFile(() => statSync(folder)).isDirectory()) throw new DataFault('that is no folder');
  const root = realpathSync(folder);
  const found = async (path: string): Promise<Answer | undefined> => {
    // A link may lead to another file of the folder, and no further.
    const at = await realpath(join(root, path));
    if (at !== root && !at.startsWith(root + sep)) return undefined;
    const info = await stat(at);
    if (info.isDirectory()) {
      const index = await found(join(path, 'index.html'));
      if (index === undefined || path.endsWith('/')) return index;
      // What the page names lies in the folder.
      const location = `${encodeURIComponent(path.slice(path.lastIndexOf('/') + 1))}/`;
      return { status: 301, type: '', body: null, caching: 'none', headers: { location } };
    }
    // Whoever opened a pipe would wait for its other end.
    if (!info.isFile()) return undefined;
    const type = getMimeType(extname(at)) ?? 'application/octet-stream';
    return { status: 200, type, body: new Uint8Array(await readFile(at)), caching: 'revision', headers: OPEN };
  };
  return async (path) => {
    const name = decodeURIComponent(path);
    if (HIDDEN.test(name)) return undefined;
    try {
      return await found(name);
    } catch (error) {
      // What is not there, or must not be read.
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    }
  };
}

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
function rewriterOf(json: unknown): (target: Target, base: string) => Target {
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

/** Rewrites paths by the rules of a file, or by those that are given; json-server shows them at `/__rules`. */
function rewriting(given: string | object): Site {
  const rules = readJson(given);
  const body = JSON.stringify(rules);
  const answer = () => ({ status: 200, type: JSON_TYPE, body, caching: 'revision' }) as const;
  return { rewrite: rewriterOf(rules), routes: [{ method: 'GET', path: '/__rules', answer }] };
}

/** What makes each part of it of its option; a DataFault says what is wrong. */
export const siteParts = {
  routes: rewriting,
  static: (folder: string): Site => ({ fileAt: filesIn(folder), routes: [] }),
};
