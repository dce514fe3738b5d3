/** Reads the controls of a request from its query: all faults at once. */
import { callControls, controls, pagingControls } from '@understudy/contract';
import { z } from 'zod';
import type { CallControls } from '../call/call.js';
import type { ProblemError } from '../kit/problem-error.js';
import { locateParameter, validationProblem } from '../kit/faults.js';
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

/** The controls of a request, or the problem that lists what is wrong with them. */
export function readControls(query: URLSearchParams, set: ControlSet): CallControls | ProblemError {
  if (query.size === 0) return none;
  const input = readQuery(query, types[set]);
  const result = schemas[set].safeParse(input);
  if (!result.success) return validationProblem(result.error, input, locateParameter);
  // Only a set that has them gives them; a delay of 0 differs from none.
  const { delay, simulate_error, cors } = { ...none, ...result.data };
  return { delay: input['delay'] === undefined ? undefined : delay, simulate_error, cors };
}
