/** Makes the call that a REST request asks for. */
import type { Operation, OperationMeta } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import type { Call } from '../call/call.js';
import { unknownMembers, withUnknown } from '../kit/unknown-members.js';
import { preference } from './browser.js';
import { callOf } from './call-of.js';
import { type ControlSet, readControls } from './controls.js';
import type { ParameterNames } from './parameter-names.js';
import type { RequestContext } from './request-context.js';

/** What a request asks for. */
export interface RestCall {
  readonly call: Call;
  /** What of the query its operation does not know; in the query of the control API nothing is looked for. */
  readonly unknown: readonly UnknownMember[];
  /** Whether the request is refused for that. OAuth asks to ignore it (RFC 6749 §3.1 and §3.2). */
  readonly isStrict: boolean;
}

/** The controls that a query has; a bare list has bounds of its own for its pages, which its input checks. */
function controlsOf({ scope, bare }: OperationMeta): ControlSet {
  if (scope === 'registry') return 'paging';
  return bare ? 'call' : 'all';
}

/** The call of an operation, before its input is read. */
export function restCall(ctx: RequestContext, { meta }: Operation, known: ParameterNames): RestCall {
  const { header, method } = ctx.request;
  // A setting that is misspelled would seem to be set: whoever controls a sandbox is told.
  const isStrict = meta.errors === 'problem' && (meta.scope === 'registry' || ctx.sandbox.config.strict === true);
  // What an open list does not know it refuses by itself.
  const isAsked = meta.scope === 'sandbox' && !meta.open && ctx.query.size > 0;
  const unknown = isAsked ? unknownMembers(ctx.query.keys(), known.query, 'query') : [];
  const read = readControls(ctx, controlsOf(meta));
  const controls = isStrict ? withUnknown(read, unknown, known.query) : read;
  const asker = { cookie: header('cookie') ?? '', prefers: preference(header), posted: method === 'POST' };
  const call = callOf(ctx, controls, asker);
  return { call, unknown, isStrict };
}
