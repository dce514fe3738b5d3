/** Puts the values of an operation into the envelope that the contract declares for it. */
import type { Operation } from '@understudy/contract/kit';
import type { Call } from './call.js';

/** Latency that a call asked for, in ms. */
export function delayMs({ controls }: Call): number {
  return Math.round((controls.delay ?? 0) * 1000);
}

/** What goes into an envelope. */
export interface Enveloped {
  readonly value: unknown;
  /** Members beside the envelope's own. */
  readonly beside?: object | undefined;
}

/** One record, the records written with what stands beside them, the bare document, or null where there is no body. */
export function envelope(operation: Operation, call: Call, { value, beside = {} }: Enveloped): unknown {
  const meta = { delayMs: operation.meta.scope === 'registry' ? 0 : delayMs(call) };
  if (operation.answers === 'document' || operation.answers === 'nothing') return value;
  if (operation.answers === 'record') return { data: value, meta };
  if (!Array.isArray(value)) throw new TypeError(`the handler of ${operation.name} gave a value that is not a list`);
  const data: unknown[] = value;
  const total = data.length;
  return {
    ...beside,
    data,
    pagination: { page: 1, perPage: Math.max(10, total), total, totalPages: total === 0 ? 0 : 1 },
    meta,
  };
}
