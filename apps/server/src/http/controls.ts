/** Reads the controls of a request from its query and its header: all faults at once. */
import { callControls, controls, pagingControls } from '@understudy/contract/kit';
import { z } from 'zod';
import type { CallControls } from '../call/call.js';
import { addIssues, FaultList, locateParameter } from '../kit/faults.js';
import type { ProblemError } from '../kit/problem-error.js';
import { FAULT_HEADER, readFaultControls } from './fault-controls.js';
import type { Exchange } from './exchange.js';
import { readQuery, textTypes } from './text.js';

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
  if (query.size === 0 && header === null) return none;
  const input = readQuery(query, types[set]);
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
