/** The router as trpc-openapi may see it: it would put the members that come in headers into query or body. */
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { Operation } from '@understudy/contract';
import type { Api } from '../../call/api.js';

/** A procedure without those members in its input. */
function viewOf(procedure: AnyTRPCProcedure, { input, meta }: Operation): object {
  const inHeaders = Object.keys(meta.headers).map((name) => [name, true]);
  const own = input.omit(Object.fromEntries(inHeaders));
  const examples = input.meta()?.['examples'];
  const inputs = [examples === undefined ? own : own.meta({ examples })];
  return Object.assign(() => undefined, { _def: { ...procedure._def, inputs } });
}

/** The router without what its operations read from headers. */
export function withoutHeaders(router: AnyTRPCRouter, { operations }: Pick<Api, 'operations'>): object {
  const all: Readonly<Record<string, AnyTRPCProcedure>> = router._def.procedures;
  const procedures = Object.entries(all).map(([name, procedure]) => {
    const operation = operations.get(name);
    const hasHeaders = operation !== undefined && Object.keys(operation.meta.headers).length > 0;
    return [name, hasHeaders ? viewOf(procedure, operation) : procedure] as const;
  });
  return { ...router, _def: { ...router._def, procedures: Object.fromEntries(procedures) } };
}
