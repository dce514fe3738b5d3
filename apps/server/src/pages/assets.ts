/** The scripts and styles of pages: read when first asked for, and served under a tag that changes with them. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Answer, HTML_TYPE } from '../http/answer.js';
import type { Route } from '../http/router.js';
import { madeOnce } from '../kit/made-once.js';

/** A file with a tag that changes whenever it does. */
interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

/** Media types, by the endings of files. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Where the build has put the files: beside the bundle, beside the folder of its chunks, or away from the sources. */
const folders = ['./assets/', '../assets/', '../../dist/assets/'].map((path) => new URL(path, import.meta.url));

async function read(file: string): Promise<Asset> {
  for (const folder of folders) {
    try {
      const bytes = await readFile(new URL(file, folder));
      return { bytes, tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 12) };
    } catch (error) {
      const isElsewhere = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isElsewhere) throw error;
    }
  }
  throw new Error(`${file} is not beside the bundle; build the server again`);
}

function assetAnswer(file: string, { bytes, tag }: Asset, asked: string | null): Answer {
  // Its page names the file by its tag, so that what is cached is never older than the server.
  const control = asked === tag ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  // Kept like data: the pipeline then compresses it once and not for every browser.
  return { status: 200, type, body: bytes, caching: 'revision', headers: { 'cache-control': control } };
}

/** A page that draws itself by such files. */
export function drawnPage(body: string, policy: string): Answer {
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  };
  return { status: 200, type: HTML_TYPE, body, caching: 'static', headers };
}

/** The files of a page, served below its path. */
export function pageAssets(page: string, files: readonly string[]) {
  const cache = new Map<string, Promise<Asset>>();
  const asset = (file: string): Promise<Asset> => madeOnce(cache, file, () => read(file));
  const routes = files.map((file): Route => ({
    method: 'GET',
    path: `${page}/${file}`,
    answer: async ({ query }) => assetAnswer(file, await asset(file), query.get('v')),
  }));
  return {
    routes,
    /** The addresses of the files, in their order, below a base path. */
    addresses: (base: string): Promise<string[]> =>
      Promise.all(files.map(async (file) => `${base}${page}/${file}?v=${(await asset(file)).tag}`)),
  };
}
