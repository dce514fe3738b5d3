/** Makes the call that a REST request asks for. */
import type { Operation } from '@understudy/contract';
import type { Call } from '../call/call.js';
import { ProblemError } from '../kit/problem-error.js';
import { depthOf } from '../webhooks/loop.js';
import { preference } from './browser.js';
import { readControls } from './controls.js';
import type { UnknownNames } from './known-names.js';
import type { RequestContext } from './request-context.js';

/** The call of an operation, before its input is read. */
export function restCall(ctx: RequestContext, { meta }: Operation, names: UnknownNames): Call {
  const { header, method } = ctx.request;
  const controls = names.checkQuery(readControls(ctx.query, meta.scope === 'registry' ? 'paging' : 'all'));
  const isFaulty = controls instanceof ProblemError;
  return {
    sandbox: ctx.sandbox,
    origin: ctx.origin,
    baseUrl: ctx.baseUrl,
    controls: isFaulty ? {} : controls,
    fault: isFaulty ? controls : undefined,
    authorization: header('authorization') ?? '',
    cookie: header('cookie') ?? '',
    prefers: preference(header),
    isForeign: ctx.isForeign,
    posted: method === 'POST',
    // Forms of tools send the header empty where nobody filled it in.
    idempotencyKey: header('idempotency-key') || undefined,
    depth: depthOf(header('cdn-loop')),
    // Asked for only where something waits: making one costs as much as a small answer.
    signal: ctx.request.signal,
  };
}

/** Whether controls shape the answer of a call. */
export function isControlled({ controls }: Call): boolean {
  return Object.values(controls).some((value) => value !== undefined);
}
