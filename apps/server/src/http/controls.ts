/** Reads the controls of a request from its query and its header: all faults at once. */
import { callControls, controls, pagingControls, type ProblemFault } from '@understudy/contract/kit';
import { LRUCache } from '#platform/runtime';
import { listed, type ReadFault, type ReadFaults, readFaults } from '../faults/read-faults.js';
import { detachString } from '../kit/made-once.js';
import { z } from 'zod';
import type { CallControls } from '../call/call.js';
import { addIssues, FaultList, locateParameter } from '../kit/faults.js';
import type { ProblemError } from '../kit/problem-error.js';
import type { Exchange } from './exchange.js';
import { readQuery, textTypes } from './text.js';

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

const noControls: FaultControls = { faults: undefined, wrong: [] };

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
function readFaultControls({ query, header }: Said, origin: string): FaultControls {
  const own = typeof query === 'string' ? readText(query, 'fault', origin) : noControls;
  // A header without a value is none (RFC 9651 §3.1); tools send those that nobody has filled in.
  const given = header === null || header.trim() === '' ? noControls : readText(header, SHOWN_HEADER, origin);
  if (given === noControls) return own;
  return own === noControls
    ? given
    : { faults: [...(own.faults ?? []), ...(given.faults ?? [])], wrong: [...own.wrong, ...given.wrong] };
}

const none: CallControls = {};

/** Which controls a route takes from the query: over tRPC the paging ones are part of the input. */
export type ControlSet = 'all' | 'call' | 'paging';

const schemas = {
  all: controls,
  call: z.object(callControls),
  paging: z.object(pagingControls),
} as const;

const types = {
  all: textTypes(schemas.all.shape),
  call: textTypes(schemas.call.shape),
  paging: textTypes(schemas.paging.shape),
} as const;

/** Where the controls of a request stand. */
type Asked = Pick<Exchange, 'query' | 'origin' | 'request'>;

/** The controls of a request, or the problem that lists what is wrong with them. */
export function readControls({ query, origin, request }: Asked, set: ControlSet): CallControls | ProblemError {
  // The control API meets no faults.
  const header = set === 'paging' ? null : request.header(FAULT_HEADER);
  const input = readQuery(query, types[set]);
  if (header === null && Object.keys(input).length === 0) return none;
  const result = schemas[set].safeParse(input);
  const wrong = new FaultList();
  if (!result.success) addIssues(wrong, result.error, { input, locate: locateParameter });
  const read = readFaultControls({ query: set === 'paging' ? undefined : input['fault'], header }, origin);
  for (const one of read.wrong) wrong.addOne(one);
  if (wrong.total > 0) return wrong.toProblem();
  // Only a set that has them gives them; a delay of 0 differs from none.
  const { delay, simulate_error, cors } = { ...none, ...result.data };
  return { delay: input['delay'] === undefined ? undefined : delay, simulate_error, cors, faults: read.faults };
}
