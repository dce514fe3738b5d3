/** Addresses: the path that the API lies below and what lies beside it, the server's own, those of sandboxes, and those of this machine itself. */
import { controlPaths } from './generated/control-paths.js';
import type { Operation } from '@understudy/contract/kit';
import { sandboxName } from '@understudy/contract/sandboxes';
import { badRequest } from './problem-error.js';

/** Path of the API in the declarations of its operations, and on every server that is given no other one. */
export const API_PATH = '/api';

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** Where there is something to read. */
export const pagePaths = [
  '/',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/inspect',
  '/inspect/inspector.js',
  '/inspect/inspector.css',
  '/problems',
  '/problems/{kind}',
  '/faults',
  '/conduct',
  '/conduct/{rule}',
  '/favicon.ico',
  '/favicon.svg',
];

/** The paths of pages and probes. */
const ownPaths: readonly string[] = [...pagePaths, '/openapi.json', '/healthz', '/readyz', '/metrics'];

/** First segments of everything else at a base URL; the start page has none. */
const OTHERS: ReadonlySet<string> = new Set(
  [...controlPaths, ...ownPaths, '/.well-known', '/trpc'].map((path) => firstSegment(path)),
);

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
export function isOutsideApi(path: string): boolean {
  return OTHERS.has(firstSegment(path));
}

/** Whether a path that no route has may have been meant for the API: an app with a wrong base URL asks for such paths. */
export function isMeantForApi(path: string): boolean {
  return !isOutsideApi(path) && !ASKED_EVERYWHERE.has(firstSegment(path));
}

/** Whether a path leads to the API, which lies below `base`. */
export function isOfApi(path: string, base: string): boolean {
  return path.startsWith(`${base}/`) && (base !== '' || !isOutsideApi(path));
}

/** Name of the sandbox that is always there, and has the bare origin as its address. */
export const DEFAULT_SANDBOX = 'default';

/** Path of the list of all sandboxes. */
const SANDBOXES_PATH = '/sandboxes';

const unnamed = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** What is answered by GET alone; the start page makes way for an operation at the root. */
const OWN_GETS: ReadonlySet<string> = new Set(ownPaths.filter((path) => path !== '/').map((path) => unnamed(path)));

/** Whether requests to a path never reach what somebody has declared there: it is the server's own. */
export function isOwnAddress(method: string, path: string): boolean {
  const plain = unnamed(path.replace(/\/$/, ''));
  const isControl = plain === SANDBOXES_PATH || plain.startsWith(`${SANDBOXES_PATH}/`);
  return isControl || (method === 'GET' && OWN_GETS.has(plain));
}

/** What stands before a name, and what holds its position in the paths of the control API. */
const [PREFIX, NAME] = [`${SANDBOXES_PATH}/`, '{name}'];

/** Path of a sandbox in the control API. */
const SANDBOX_PATH = `${SANDBOXES_PATH}/{name}` as const;

/** Where RFC 8414 §3.1 puts the metadata of an issuer that has a path: before it. */
const WELL_KNOWN = new RegExp(`^(?<document>/\\.well-known/[\\w-]+)${PREFIX}(?<name>[^/]+)(?<path>/.*)$`);

/** Path of an inbox below the address of its sandbox. What is posted there is for the sandbox; the rest is control. */
export const INBOX_PATH = '/inbox/{box}';

/** The path of one. */
export const inboxPath = (box: string): string => INBOX_PATH.replace('{box}', box);

const INBOX = /^\/inbox\/[^/]+\/?$/;

/** What follows a sandbox's name where the control API is meant, not the sandbox's own. */
const CONTROL: readonly RegExp[] = controlPaths
  .filter((path) => path.startsWith(`${PREFIX}${NAME}/`))
  .map((path) => new RegExp(`^${path.slice(PREFIX.length + NAME.length).replace(/\{\w+\}/g, '[^/]+')}/?$`));

/** A path that names a sandbox. */
export interface SandboxPath {
  readonly name: string;
  /** Path of the base URL, as it was sent. */
  readonly base: string;
  /** The path below the base URL. */
  readonly path: string;
}

function checkSandboxName(name: string): void {
  const { error } = sandboxName.safeParse(name);
  if (error === undefined) return;
  const detail = error.issues.map(({ message }) => message).join('; ');
  throw badRequest([{ parameter: 'name', code: 'invalid_format', detail }]);
}

/** Whether a path below the address of a sandbox is one of the control API. */
export function isControlPath(path: string): boolean {
  return CONTROL.some((control) => control.test(path));
}

/** Whether a text is the name of a sandbox. */
export function isSandboxName(text: string): boolean {
  return sandboxName.safeParse(text).success;
}

/** Path of an operation of the control API on one sandbox. */
export function controlPath({ path }: Pick<Operation, 'path'>, name: string): string {
  return path.replace(NAME, encodeURIComponent(name));
}

/** Path of a sandbox: of itself in the control API, and what its own API stands below. */
export function sandboxPath(name: string): string {
  return controlPath({ path: SANDBOX_PATH }, name);
}

/** Base URL of a sandbox: that of the server for the default one. */
export function baseUrlOf(rootUrl: string, name: string): string {
  return name === DEFAULT_SANDBOX ? rootUrl : rootUrl + sandboxPath(name);
}

/** The issuer of a sandbox, of the address of its provider: the one that was set is that of the default sandbox alone. */
export function issuerAt(provider: string, name: string, set: string | undefined): string {
  if (set === undefined) return provider;
  return name === DEFAULT_SANDBOX ? set : provider + (set.endsWith('/') ? '/' : '');
}

/** What of a URL stands before the address of the sandbox in it, where there is one. */
export function withoutSandbox(base: string): string {
  const start = base.lastIndexOf(PREFIX);
  return start < 0 || base.includes('/', start + PREFIX.length) ? base : base.slice(0, start);
}

function sandboxPathOf(base: string, path: string): SandboxPath {
  const name = decodeURIComponent(base.slice(PREFIX.length));
  checkSandboxName(name);
  return { name, base, path };
}

/**
 * Takes a path apart; undefined where it names no sandbox, or one to control.
 *
 * @throws ProblemError 400 where the name cannot be that of a sandbox
 */
export function parseSandboxPath(fullPath: string, method?: string): SandboxPath | undefined {
  const { document, name, path: below } = WELL_KNOWN.exec(fullPath)?.groups ?? {};
  if (document !== undefined && name !== undefined) return sandboxPathOf(PREFIX + name, `${document}${below}`);
  if (!fullPath.startsWith(PREFIX)) return undefined;
  const end = fullPath.indexOf('/', PREFIX.length);
  if (end < 0) return undefined;
  const [base, path] = [fullPath.slice(0, end), fullPath.slice(end)];
  const isControl = isControlPath(path) && !(method === 'POST' && INBOX.test(path));
  return isControl ? undefined : sandboxPathOf(base, path);
}

const ADDRESS = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|127(?:\.\d{1,3}){3})\]?)$/i;

/**
 * Whether a host is reached from this machine only: a loopback address (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), or a name
 * that is always one (RFC 6761 §6.3).
 *
 * @param host a name or an address, without its port; an IPv6 one with or without its brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || ADDRESS.test(name);
}

/** The origin of the same server under its other loopback name: another one to whoever compares origins. */
export function otherLoopback(origin: string): string {
  const url = new URL(origin);
  if (isLoopback(url.hostname)) url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
}
