/** What the machine has for a server: how many connections and bytes of records fit, whatever the options say. */
import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import type { Settings } from '../../options/options.js';
import type { CommandLine } from '../command.js';

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

/** What limits this process. */
export const machineLimits = (): MachineLimits => ({
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
