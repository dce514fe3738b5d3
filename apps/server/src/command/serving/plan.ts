/** What a server serves, and how: everything that follows from its options and the files that they name. */
import { nodePlatform } from '../../server/node-platform.js';
import { DataFile } from '../../data/data-file.js';
import type { ReadWhole } from '../../data/data-domains.js';
import type { Api } from '../../call/api.js';
import type { Sizes } from '../../kit/dataset.js';
import { apiOptionsFor, dataOptions } from '../../options/data.js';
import type { ValuesOf } from '../../options/option.js';
import { OptionError, optionsFor, readOptions, type Settings } from '../../options/options.js';
import { serveOptions } from '../../options/commands.js';
import { isSecure, tlsOptions } from '../../options/tls.js';
import { checkRecords } from '../../server/check-domains.js';
import { initialClaims, initialRules, withOption } from '../../server/initial-state.js';
import { builtinDomains } from '../../server/builtin-domains.js';
import { optionalOf, servedApi } from '../../server/served-api.js';
import type { ServerParts } from '../../server/parts.js';
import type { CommandLine, Invocation } from '../commands.js';
import { servedBy } from '../served-document.js';
import { say } from '../terminal.js';
import type { Identity } from './tls.js';
import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';

/** Descriptors that are kept from clients: for files that are loaded later, the store, webhooks and the log. */
const KEPT_FILES = 256;

/** Bytes of the heap that a server takes without any records. */
const OWN_BYTES = 96_000_000;

/** Bytes of the heap that a byte of JSON takes as records; that of journals is kept outside, mostly. */
const HEAP_PER_BYTE = 3;

/** What limits a server. */
export interface MachineLimits {
  /** Files that the process may have open, connections among them; undefined where the system does not say. */
  readonly openFiles: number | undefined;
  readonly heapBytes: number;
}

/** How many files this process may have open. */
function openFiles(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

const machineLimits = (): MachineLimits => ({
  openFiles: openFiles(),
  heapBytes: getHeapStatistics().heap_size_limit,
});

const mb = (count: number): string => `${Math.floor(count / 1_000_000)} MB`;

/** Settings that fit the machine, and what is to be said of those that do not. */
export function fitted(
  { settings, given }: { readonly settings: Settings; readonly given: Pick<CommandLine, 'values' | 'named'> },
  { openFiles: files, heapBytes }: MachineLimits,
): { readonly settings: Settings; readonly notices: readonly string[] } {
  const notices: string[] = [];
  const connections = files === undefined ? Infinity : Math.max(1, files - Math.min(KEPT_FILES, Math.ceil(files / 2)));
  const maxConnections = Math.min(settings.maxConnections, connections);
  // What nobody asked for is what fits, of connections and of bytes.
  if (given.values['maxConnections'] !== undefined && maxConnections < settings.maxConnections) {
    notices.push(
      `${given.named('maxConnections')} is ${settings.maxConnections}, but this process may have ${files} files open (ulimit -n): it takes ${maxConnections} connections`,
    );
  }
  const bytes = Math.max(1_000_000, Math.floor((heapBytes - OWN_BYTES) / HEAP_PER_BYTE));
  const isAskedFor = given.values['maxTotalBytes'] !== undefined;
  if (isAskedFor && settings.maxTotalBytes > bytes) {
    notices.push(
      `${given.named('maxTotalBytes')} is ${mb(settings.maxTotalBytes)}, but the heap of ${mb(heapBytes)} holds about ${mb(bytes)} of records: the process may end; give Node more by NODE_OPTIONS=--max-old-space-size=…`,
    );
  }
  const maxTotalBytes = isAskedFor ? settings.maxTotalBytes : Math.min(settings.maxTotalBytes, bytes);
  return { settings: { ...settings, maxConnections, maxTotalBytes }, notices };
}

/** The file that changes go back into, and the data that it is to have. */
export interface WrittenData {
  readonly file: DataFile;
  readonly whole: ReadWhole;
}

/** What a server serves, and how. */
export interface Plan extends Pick<ServerParts, 'rules' | 'claims' | 'site'> {
  readonly given: CommandLine;
  readonly settings: Settings;
  readonly api: Api;
  /** Undefined where changes go back into no file. */
  readonly written: WrittenData | undefined;
  /** The files of its OpenAPI documents. */
  readonly documentFiles: readonly string[];
  /** What it shows its clients who it is with; undefined where it does not speak https. */
  readonly identity: Identity | undefined;
  /** What is to be said of options that do not fit the machine. */
  readonly notices: readonly string[];
}

const served = (given: CommandLine) => servedBy(readOptions(apiOptionsFor(optionalOf(builtinDomains)), given), given);

const optionsWith = (sizes: Sizes) => ({
  ...apiOptionsFor(optionalOf(builtinDomains)),
  ...optionsFor(sizes),
  ...serveOptions,
});

/** The options of `understudy serve`, with the sizes of our collections. */
export const options = () => optionsWith(servedApi({ ours: builtinDomains }).sizes);

/** The same with the sizes of all collections that are served. */
export const optionsOf = async (given: CommandLine) => optionsWith(servedApi(await served(given)).sizes);

/**
 * The file that changes go back into.
 *
 * @throws {@link OptionError} where there is none, or it cannot be written
 */
function dataFileOf(given: CommandLine): DataFile | undefined {
  const { write, data, store } = readOptions(
    { write: serveOptions.write, data: apiOptionsFor([]).data, store: dataOptions.store },
    given,
  );
  if (!write) return undefined;
  const { named } = given;
  if (typeof data !== 'string') {
    throw new OptionError(`${named('write')} is on, but ${named('data')} names no file that it could write`);
  }
  if (store !== 'memory') throw new OptionError(`${named('write')} is on, but ${named('store')} saves changes already`);
  return withOption(named('data'), data, () => new DataFile(data, say));
}

/** What the process has to say of it. */
type PlanFor = Pick<Invocation, 'isTerminal' | 'environment'>;

/** Whether any option asks for https; a key alone does so by mistake. */
const isAskedFor = (tls: ValuesOf<typeof tlsOptions>): boolean => isSecure(tls) || tls.tlsKey !== undefined;

/**
 * Makes the plan, and reads the files that the options name.
 *
 * @throws {@link OptionError} naming what is wrong
 */
export async function planOf(given: CommandLine, { isTerminal, environment }: PlanFor): Promise<Plan> {
  // First: whoever changes it while it is read is not overwritten.
  const file = dataFileOf(given);
  const all = await served(given);
  const api = servedApi(all);
  const { settings, notices } = fitted({ settings: readOptions(optionsFor(api.sizes), given), given }, machineLimits());
  checkRecords(all, settings);
  const tls = readOptions(tlsOptions, given);
  return {
    given,
    settings: { ...settings, log: settings.log ?? (isTerminal ? 'pretty' : 'json') },
    api,
    rules: initialRules(settings, { api, named: given.named, platform: nodePlatform }),
    claims: initialClaims(settings, { api, named: given.named, platform: nodePlatform }),
    written: file && all.whole && { file, whole: all.whole },
    site: all.site,
    documentFiles: all.documents.flatMap(({ document }) => document.files ?? []),
    notices: [...notices, ...all.documents.flatMap((document) => document.notices)],
    identity: isAskedFor(tls)
      ? await (await import('./tls.js')).identityOf(tls, { settings, named: given.named, environment })
      : undefined,
  };
}
