/** Performs a call on the registry of sandboxes: its handler works with parts of the server instead of records. */
import type { StreamControls } from '@understudy/contract/kit';
import type { RegistryContext } from '../kit/context.js';
import { baseUrlOf } from '../kit/sandbox-address.js';
import { answerHead, envelope } from './finish-outcome.js';
import { handle } from './handle.js';
import type { Performance } from './make-context.js';
import type { Performed } from './call-result.js';
import { idempotencyScope } from './idempotency-key.js';
import { listEntries, passing } from './list-entries.js';
import type { Services } from './services.js';

/** Performs a call of an operation on the registry. */
export async function performOnRegistry(run: Performance, services: Services): Promise<Performed> {
  const { operation, call, input, problem } = run;
  const reach = await services.access.reachOf(call.authorization);
  const { name } = input as { readonly name?: unknown };
  if (typeof name === 'string') services.access.checkReach(reach, name);
  const ctx = {
    // The schema of the operation has parsed it.
    input: input as Record<string, unknown>,
    baseUrlOf: (sandbox) => baseUrlOf(call.rootUrl, sandbox),
    problem,
    passes: operation.answers === 'list' ? passing(operation, input) : () => true,
    reach,
    signal: call.signal,
    idempotency: idempotencyScope(call, operation.meta),
  } satisfies RegistryContext;
  const outcome = await handle(run, ctx, services);
  if ('entries' in outcome) return listEntries(run, outcome);
  if ('stream' in outcome) {
    // Every operation that answers a stream has its controls in its input.
    const stream = { source: outcome.stream, controls: input as StreamControls };
    return { status: 200, answer: { data: [] }, stream };
  }
  if ('failure' in outcome) throw outcome.failure;
  if (!('value' in outcome)) throw new TypeError(`${operation.name} answers records, which the registry has none of`);
  return { ...answerHead(operation, outcome), answer: envelope(operation, call, outcome) };
}
