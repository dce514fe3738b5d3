/** Runs a call over REST and gives its answer with the headers that follow from it. */
import type { RestHandler } from './rest.js';
import type { Call } from '../call/call.js';
import { ProblemError } from '../kit/problem-error.js';
import type { HeaderRecord } from './cors.js';
import { pageHeaders } from './page-headers.js';
import type { RequestFacts } from './request-facts.js';

function headersOf(facts: RequestFacts, call: Call): HeaderRecord {
  const { page, replayed } = call.outcome;
  return {
    ...(page === undefined ? {} : pageHeaders(facts, page)),
    ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
  };
}

/** What came of a call: the answer with its headers, or what was thrown. */
type Ran = { readonly json: string; readonly headers: HeaderRecord } | { readonly error: unknown };

/** Runs a call; headers that cannot be written are a failure like any other. */
export async function run(handle: RestHandler, facts: RequestFacts, call: Call): Promise<Ran> {
  const result = await handle(call);
  if ('error' in result) return result;
  try {
    return { json: result.json, headers: headersOf(facts, call) };
  } catch (error) {
    return { error };
  }
}

/** Whether controls shape the answer of a call. */
export function isControlled({ controls }: Call): boolean {
  return !(controls instanceof ProblemError) && Object.values(controls).some((value) => value !== undefined);
}
