/** The path that the API lies below, and what lies beside it. */

/** Path of the API in the declarations of its operations, and on every server that is given no other one. */
export const API_PATH = '/api';

/** First segments of everything else at a base URL; the start page has none. */
const OTHERS: ReadonlySet<string> = new Set([
  '',
  '.well-known',
  'conduct',
  'docs',
  'faults',
  'favicon.ico',
  'healthz',
  'openapi.json',
  'problems',
  'readyz',
  'sandboxes',
  'trpc',
]);

/** Whether a path leads to something beside the API. */
export function isBesideApi(path: string): boolean {
  return OTHERS.has(path.split('/', 2)[1] ?? '');
}

/** Whether a path leads to the API, which lies below `base`. */
export function isOfApi(path: string, base: string): boolean {
  return path.startsWith(`${base}/`) && (base !== '' || !isBesideApi(path));
}
