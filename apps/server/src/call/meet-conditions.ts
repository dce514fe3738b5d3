/** Asks the handler of a write which record its conditions are about, and holds them against it. */
import { checkConditions, type Conditions, isConditional } from './conditions.js';
import { declaredOnly } from './handle.js';
import type { Performance } from './make-context.js';

/**
 * Refuses a call whose conditions do not hold.
 *
 * @param ctx the context of its handler
 * @throws ProblemError `precondition_failed` or `precondition_required`, or what comes before conditions
 */
export async function meetConditions({ operation, handler, input, call }: Performance, ctx: object): Promise<void> {
  if (!isConditional(operation)) return;
  // The context was made for this operation, and a handler without it was refused at the start.
  const current = await declaredOnly(operation, () => handler.current?.(ctx as never));
  // The schema of the operation has parsed it.
  checkConditions(operation.meta, input as Conditions, { current, isTrpc: call.isTrpc });
}
