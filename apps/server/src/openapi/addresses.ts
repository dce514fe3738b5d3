/** Where the operations of a document are served: at its paths and below those of its servers, but for what is the server's own. */
import { isOwnAddress } from '../kit/sandbox-address.js';
import type { ApiDocument, ApiOperation, Finding, Json, JsonObject } from './model.js';
import { isObject, listOf, memberOf } from './schema.js';
import type { Findings } from './document/fault.js';

type Address = `/${string}`;

/** Every path of an operation; none where all of them are addresses of the server itself. */
export function addressesOf(
  { name, basePaths }: Pick<ApiDocument, 'name' | 'basePaths'>,
  { method, path }: Pick<ApiOperation, 'method' | 'path'>,
): readonly Address[] {
  const root = name === '' ? '' : `/${name}`;
  const all = ['', ...basePaths].map((base): Address => `${root}${base}${path}` as Address);
  return [...new Set(all)].filter((address) => !isOwnAddress(method, address));
}

/** A document without the operations that no request would reach; that is said of each, and of those that lie elsewhere. */
export async function reachable(document: ApiDocument): Promise<ApiDocument> {
  const findings: Finding[] = [];
  for (const { method, path, pointer } of document.operations) {
    if (document.name !== '' || !isOwnAddress(method, path)) continue;
    const [address] = addressesOf(document, { method, path });
    const operation = `${method} ${path}`;
    const what = `${operation} is an address of the server itself`;
    const message =
      address === undefined
        ? `${what}; the operation is left out. With a name, as in own=FILE, the document has it at /own${path}`
        : `${what}; the operation is served at ${address}`;
    const severity = address === undefined ? 'fault' : 'warning';
    findings.push({ severity, message, operation, pointer, ...(await document.locate?.(pointer)) });
  }
  if (findings.length === 0) return document;
  const operations = document.operations.filter((operation) => addressesOf(document, operation).length > 0);
  return { ...document, operations, findings: [...document.findings, ...findings] };
}

/** Base paths that are served; documents with a server for each operation have hundreds. */
const MAX_BASE_PATHS = 50;

/** The address of a server with its variables filled in. */
function addressOf(server: JsonObject): string {
  const variables = memberOf(server, 'variables');
  return String(server['url']).replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = memberOf(variables, name);
    const [first] = listOf(memberOf(variable, 'enum'));
    const value = memberOf(variable, 'default') ?? first;
    return value === undefined ? whole : String(value);
  });
}

/** A path without slashes at its end. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}

/** The path of an address, without a slash at its end; undefined where it depends on what nobody has said. */
function pathOf(address: string): string | undefined {
  const path = address.trim().replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*|^\/\/[^/?#]*/i, '');
  if (/[{}]/.test(path)) return undefined;
  try {
    // Slashes too many would make a host of the first name.
    const { pathname } = new URL(path.replace(/^\/*/, '/'), 'http://localhost');
    return withoutSlashes(decodeURI(pathname));
  } catch {
    return undefined;
  }
}

/** The servers of a document, and those of its paths and operations. */
function* serversIn(root: JsonObject): Generator<readonly [server: Json, pointer: string]> {
  for (const [index, server] of listOf(root['servers']).entries()) yield [server, `/servers/${index}`];
  const { paths } = root;
  for (const item of Object.values(isObject(paths) ? paths : {})) {
    for (const owner of isObject(item) ? [item, ...Object.values(item)] : []) {
      for (const server of listOf(memberOf(owner, 'servers'))) yield [server, ''];
    }
  }
}

/** The paths of its servers, each once; the root, as the empty text, where there is none. */
export function basePathsOf(root: JsonObject, found: Findings): readonly string[] {
  const paths = new Set<string>();
  for (const [server, pointer] of serversIn(root)) {
    if (typeof memberOf(server, 'url') !== 'string' || !isObject(server)) continue;
    const path = pathOf(addressOf(server));
    if (path !== undefined && paths.size < MAX_BASE_PATHS) paths.add(path);
    else if (path === undefined && pointer !== '') {
      const message = `the path of server ${String(server['url'])} is not known; what it has no default for is missing`;
      found.warn(message, { pointer });
    }
  }
  return paths.size === 0 ? [''] : [...paths];
}
