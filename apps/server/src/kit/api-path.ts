/** The path that the API lies below, and what lies beside it. */

import { controlPaths } from './generated/control-paths.js';

/** Path of the API in the declarations of its operations, and on every server that is given no other one. */
export const API_PATH = '/api';

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** First segments of everything else at a base URL; the start page has none. */
const OTHERS: ReadonlySet<string> = new Set([
  ...controlPaths.map((path) => firstSegment(path)),
  '',
  '.well-known',
  'conduct',
  'docs',
  'faults',
  'favicon.ico',
  'healthz',
  'metrics',
  'openapi.json',
  'problems',
  'readyz',
  'trpc',
]);

/** First segments of what browsers, crawlers and monitors ask every server for, whatever it serves. */
const ASKED_EVERYWHERE: ReadonlySet<string> = new Set([
  'apple-touch-icon-precomposed.png',
  'apple-touch-icon.png',
  'health',
  'robots.txt',
  'sitemap.xml',
]);

/** Whether a text is the root, as the empty text, or a path such as `/v1` that means the same however it is written. */
export function isPlainPath(text: string): boolean {
  return /^(?:\/[\w~-][\w.~-]*){0,5}$/.test(text);
}

/** Whether a path leads to something beside the API. */
export function isBesideApi(path: string): boolean {
  return OTHERS.has(firstSegment(path));
}

/** Whether a path that no route has may have been meant for the API: an app with a wrong base URL asks for such paths. */
export function isMeantForApi(path: string): boolean {
  return !isBesideApi(path) && !ASKED_EVERYWHERE.has(firstSegment(path));
}

/** Whether a path leads to the API, which lies below `base`. */
export function isOfApi(path: string, base: string): boolean {
  return path.startsWith(`${base}/`) && (base !== '' || !isBesideApi(path));
}
