/** The commands about what is served, by a server or by these options: domains, openapi and drill. */
import { apiOptionsFor } from '../options/data.js';
import { networkOptions } from '../options/network.js';
import { OptionError, optionsFor, readOptions } from '../options/options.js';
import { drillOptions, jsonOption, serverOptions } from '../options/commands.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { optionalOf, servedApi } from '../server/served-api.js';
import { addressOf } from '../options/tls.js';
import { type Command, type CommandLine, FAILED, type Invocation } from './commands.js';
import { entriesOf, memberOf, splitOperands, targetOf } from './remote-server.js';
import type { ValuesOf } from '../options/option.js';
import { EXTENSIONS } from '@understudy/contract/kit';
import { columns, plain, writeWhole } from './terminal.js';
import { existsSync } from 'node:fs';

const documentOptions = {
  ...apiOptionsFor(optionalOf(builtinDomains)),
  base: networkOptions.base,
  ...serverOptions,
};

/** The document of a server where one is named, else of what these options would serve. */
async function documentFor(given: CommandLine): Promise<unknown> {
  const values = readOptions(documentOptions, given);
  const url = splitOperands(given.operands).url ?? given.operands[0] ?? values.url;
  if (url === undefined) {
    const { servedDocument } = await import('./served-document.js');
    return (await servedDocument(values, addressOf(values), given.named)).document;
  }
  const { server, sandbox, path } = await targetOf(url, values);
  return server.ask(`${sandbox === 'default' ? '' : path}/openapi.json`);
}

const drillCommandOptions = {
  ...drillOptions,
  ...apiOptionsFor(optionalOf(builtinDomains)),
  base: optionsFor(servedApi({ ours: builtinDomains }).sizes).base,
};

/** The options of `understudy drill`, each with its value. */
export type DrillValues = ValuesOf<typeof drillCommandOptions>;

interface Shown {
  readonly name: string;
  readonly operations: number;
  /** The longest path that all of its operations begin with. */
  readonly path: string;
  readonly description: string;
}

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
export const domains: Command = {
  options: () => ({ ...jsonOption, ...documentOptions }),
  run: async (given, { write }) => {
    const { json } = readOptions(jsonOption, given);
    const found = domainsOf(await documentFor(given));
    const rows = found.map(({ name, operations, path, description }) => [name, path, String(operations), description]);
    writeWhole(write)(
      `${json ? JSON.stringify(found, undefined, 2) : columns([['domain', 'path', 'operations', 'what it is'], ...rows]).join('\n')}\n`,
    );
    return 0;
  },
};

/** The file that an operand names; undefined where it is the address of a server. */
function fileIn({ operands: [operand = ''] }: CommandLine): string | undefined {
  if (operand === '' || /^https?:\/\//i.test(operand)) return undefined;
  // `localhost:4010` is an address, and a name with an ending is a file, there or not.
  return existsSync(operand.replace(/^[a-z][a-z0-9-]*=/, '')) || /\.(?:ya?ml|json)$/i.test(operand)
    ? operand
    : undefined;
}

/** What was understood of a document: a table, and what is wrong; the exit code says whether any of it is not served. */
async function understood(file: string, given: CommandLine, write: Invocation['write']): Promise<number> {
  const { readUnderstood } = await import('./understood-document.js');
  const { json } = readOptions(jsonOption, given);
  const { text, hasFaults } = await readUnderstood(file, readOptions(documentOptions, given), { json });
  writeWhole(write)(text);
  return hasFaults ? FAILED : 0;
}

/** `understudy openapi`. */
export const openapi: Command = {
  options: () => ({ ...jsonOption, ...documentOptions }),
  run: async (given, { write }) => {
    const file = fileIn(given);
    if (file !== undefined) return understood(file, given, write);
    writeWhole(write)(`${JSON.stringify(await documentFor(given), undefined, 2)}\n`);
    return 0;
  },
};

/** `understudy drill`. */
export const drill: Command = {
  options: () => drillCommandOptions,
  run: async (given, invocation) => {
    if (given.program.length === 0) {
      throw new OptionError('drill needs the command to run after --, such as understudy drill -- npm test');
    }
    const asked = readOptions(drillCommandOptions, given);
    const { CommandNotRun } = await import('../drill/process/run-command.js');
    const { runPlans } = await import('./run-drill.js');
    try {
      return await runPlans(given, asked, invocation);
    } catch (error) {
      if (error instanceof CommandNotRun) throw new OptionError(error.message, { cause: error });
      throw error;
    }
  },
};
