/** `understudy domains`: what is served, by domain. */
import { EXTENSIONS } from '@understudy/contract/kit';
import { readOptions } from '../options/options.js';
import { jsonOption } from '../options/commands.js';
import { writeWhole } from './write-whole.js';
import { columns, plain } from './terminal.js';
import type { Command } from './command.js';
import { documentFor, documentOptions } from './document-options.js';
import { memberOf } from './remote-server.js';

/** A domain, as a document has it. */
interface Shown {
  readonly name: string;
  readonly operations: number;
  /** The longest path that all of its operations begin with. */
  readonly path: string;
  readonly description: string;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The operations of a document by the domain that they belong to: the path of each. */
function pathsByTag(document: unknown): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, methods] of entriesOf(memberOf(document, 'paths'))) {
    for (const [, operation] of entriesOf(methods)) {
      const tags = memberOf(operation, 'tags');
      // Another address of an operation is no other operation.
      if (!Array.isArray(tags) || memberOf(operation, 'x-understudy-alias-of') !== undefined) continue;
      const tag = String(tags[0]);
      found.set(tag, [...(found.get(tag) ?? []), path]);
    }
  }
  return found;
}

function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'));
  const length = first.findIndex((part, index) => others.some((parts) => parts[index] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('/') || '/';
}

function domainsOf(document: unknown): Shown[] {
  const paths = pathsByTag(document);
  const tags = memberOf(document, 'tags');
  const names = Array.isArray(tags) ? tags.filter((tag: unknown) => memberOf(tag, 'name') !== EXTENSIONS) : [];
  return names.map((tag: unknown) => {
    const name = plain(memberOf(tag, 'name'));
    const own = paths.get(name) ?? [];
    // Its first sentence says what it is.
    const [description = ''] = plain(memberOf(tag, 'description')).split(/(?<=\.) /);
    return { name, operations: own.length, path: commonPath(own), description };
  });
}

/** `understudy domains`. */
export const command: Command = {
  options: () => ({ ...jsonOption, ...documentOptions }),
  run: async (given, { write }) => {
    const { json } = readOptions(jsonOption, given);
    const domains = domainsOf(await documentFor(given));
    const rows = domains.map(({ name, operations, path, description }) => [
      name,
      path,
      String(operations),
      description,
    ]);
    writeWhole(write)(
      `${json ? JSON.stringify(domains, undefined, 2) : columns([['domain', 'path', 'operations', 'what it is'], ...rows]).join('\n')}\n`,
    );
    return 0;
  },
};
