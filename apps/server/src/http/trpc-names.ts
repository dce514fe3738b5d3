/** The names in the input of a tRPC call: controls stand elsewhere, and others its procedure may not know. */
import { callControls, type Operation, type ProblemFault } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { writes } from '../call/call.js';
import { checkIdempotencyKey } from '../call/idempotency-key.js';
import { badRequest } from '../kit/problem-error.js';
import { unknownFaults, unknownMembers } from '../kit/unknown-members.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import { isObject } from './trpc-input.js';

/** The faults of controls that stand in the input, where they would have no effect. */
function misplacedControls(names: readonly string[], { meta: { openapi }, input }: Operation): ProblemFault[] {
  return names
    .filter((name) => Object.hasOwn(callControls, name) && !Object.hasOwn(input.shape, name))
    .map((name) => ({
      pointer: `#/${name}`,
      code: 'misplaced',
      detail: `is a control of the call and goes into the URL's query: /trpc/${openapi.operationId}?${name}=…`,
    }));
}

const KEY = 'idempotency_key';

/**
 * The Idempotency-Key of one write, and its input without it: a batch has one header for all of its calls. An operation
 * that has an input of that name keeps it.
 *
 * @throws ProblemError 400 for a key that cannot be kept
 */
export function keyIn(
  input: unknown,
  { meta, input: { shape } }: Operation,
): { readonly key?: string | undefined; readonly rest: unknown } {
  if (!isObject(input) || !Object.hasOwn(input, KEY) || Object.hasOwn(shape, KEY) || !writes(meta))
    return { rest: input };
  const { [KEY]: key, ...rest } = input;
  checkIdempotencyKey(key, { pointer: `#/${KEY}` });
  return { key, rest };
}

/**
 * What of an input its procedure does not know.
 *
 * @throws ProblemError 400 where a control is among it
 */
export function unknownNames(input: unknown, operation: Operation): readonly UnknownMember[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const names = Object.keys(input);
  const misplaced = misplacedControls(names, operation);
  if (misplaced.length > 0) throw badRequest(misplaced);
  return unknownMembers(names, new Set(Object.keys(operation.input.shape)), 'body');
}

/**
 * Refuses what is not known, where the sandbox is strict; the control API always is.
 *
 * @throws ProblemError 400
 */
export function refuseUnknown(
  unknown: readonly UnknownMember[],
  { meta, input }: Operation,
  { config }: Sandbox,
): void {
  const isStrict = meta.errors === 'problem' && (meta.scope === 'registry' || config.strict === true);
  if (isStrict && unknown.length > 0) throw badRequest(unknownFaults(unknown, Object.keys(input.shape)));
}
