/** Makes what a server serves beside its API: paths that are rewritten, and the files of a folder (`--routes` and `--static`). */
import { realpathSync, statSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { type Answer, JSON_TYPE } from '../http/answer.js';
import type { Site } from '../http/router.js';
import { DataFault } from './given-value.js';
import { onFile, readJson } from './json-file.js';
import { rewriterOf } from './routes-file.js';

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
