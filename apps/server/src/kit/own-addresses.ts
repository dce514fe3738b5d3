/** Addresses that are the server's own, whatever it serves beside. */
import { SANDBOXES_PATH } from './sandbox-address.js';

/** Where there is something to read. */
export const pagePaths = [
  '/',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/inspect',
  '/inspect/inspector.css',
  '/inspect/inspector.js',
  '/problems',
  '/problems/{kind}',
  '/faults',
  '/conduct',
  '/conduct/{rule}',
  '/favicon.ico',
  '/favicon.svg',
];

const unnamed = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** The paths of pages and probes; the start page makes way for an operation at the root. */
const gets = (): readonly string[] =>
  [...pagePaths, '/openapi.json', '/healthz', '/readyz', '/metrics'].filter((path) => path !== '/').map(unnamed);

/** Whether requests to a path never reach what somebody has declared there. */
export function isOwnAddress(method: string, path: string): boolean {
  const plain = unnamed(path.replace(/\/$/, ''));
  return (
    plain === SANDBOXES_PATH || plain.startsWith(`${SANDBOXES_PATH}/`) || (method === 'GET' && gets().includes(plain))
  );
}
