/** Below which paths a document says that its API is served. */
import type { Json, JsonObject } from '../model.js';
import { isObject, listOf, memberOf } from '../schema.js';
import type { Findings } from './fault.js';

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
      found.add({ severity: 'warning', message, pointer });
    }
  }
  return paths.size === 0 ? [''] : [...paths];
}
