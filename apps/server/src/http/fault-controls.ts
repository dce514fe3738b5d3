/** Reads the faults that a request asks for itself, in its query and in its header. */
import type { ProblemFault } from '@understudy/contract/kit';
import { LRUCache } from '#platform/lru-cache';
import { listed, type ReadFault, type ReadFaults, readFaults } from '../faults/read-faults.js';
import { detachString } from '../kit/detach-string.js';

/** Name of the header, for clients that can set one for all their requests but no query; as people write it, and in lower case. */
export const SHOWN_HEADER = 'Understudy-Fault';
export const FAULT_HEADER = 'understudy-fault';

/** What a request says. */
interface Said {
  /** The control `fault`; anything but a text has been refused already. */
  readonly query: unknown;
  readonly header: string | null;
}

/** The faults, and what is wrong with them. */
interface FaultControls {
  /** Those of the query, then those of the header; undefined where it asks for none. */
  readonly faults: readonly ReadFault[] | undefined;
  readonly wrong: readonly ProblemFault[];
}

const none: FaultControls = { faults: undefined, wrong: [] };

/** What was read last: most clients ask for the same again and again. */
const known = new LRUCache<string, ReadFaults>({ max: 200 });

/** Longest text that is remembered, in characters. */
const MAX_TEXT = 500;

function readAgain(text: string, origin: string): ReadFaults {
  const key = `${origin} ${text}`;
  const read = known.get(key) ?? readFaults(text, { isCounted: true, origin });
  if (key.length <= MAX_TEXT) known.set(detachString(key), read);
  return read;
}

function readText(text: string, parameter: string, origin: string): FaultControls {
  const read = readAgain(text, origin);
  return 'faults' in read ? { ...read, wrong: [] } : { faults: undefined, wrong: listed(read.issues, { parameter }) };
}

/**
 * Reads them.
 *
 * @param origin origin of the server as the client sees it
 */
export function readFaultControls({ query, header }: Said, origin: string): FaultControls {
  const own = typeof query === 'string' ? readText(query, 'fault', origin) : none;
  // A header without a value is none (RFC 9651 §3.1); tools send those that nobody has filled in.
  const given = header === null || header.trim() === '' ? none : readText(header, SHOWN_HEADER, origin);
  if (given === none) return own;
  return own === none
    ? given
    : { faults: [...(own.faults ?? []), ...(given.faults ?? [])], wrong: [...own.wrong, ...given.wrong] };
}
