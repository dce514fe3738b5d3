/** The procedures as trpc-openapi may see them: it takes texts and numbers for parameters, all of them in path, query or body. */
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { Operation } from '@understudy/contract/kit';
import { z } from 'zod';
import type { WholeApi } from '../../call/api.js';

/** A member that may be one of several things, as one: the document takes its schema from the contract. */
function plain(member: z.core.$ZodType): z.core.$ZodType {
  if (member instanceof z.ZodOptional) {
    return member.unwrap() instanceof z.ZodUnion ? z.string().optional() : member;
  }
  return member instanceof z.ZodUnion ? z.string() : member;
}

/** The members that come in path, query or body. */
function membersOf({ input, meta }: Operation) {
  const isBody = meta.bodies.length > 0;
  const own = Object.entries<z.core.$ZodType>(input.shape).filter(([name]) => !Object.hasOwn(meta.headers, name));
  return own.map(([name, member]) => [name, isBody ? member : plain(member)] as const);
}

/** A procedure with those members alone in its input. */
function viewOf(procedure: AnyTRPCProcedure, operation: Operation): AnyTRPCProcedure {
  const { input } = operation;
  const members = membersOf(operation);
  const same = members.filter(([name, member]) => input.shape[name] === member).length;
  if (same === Object.keys(input.shape).length) return procedure;
  const examples = input.meta()?.['examples'];
  const own = input.clone({ ...input.def, shape: Object.fromEntries(members) });
  const inputs = [examples === undefined ? own : own.meta({ examples })];
  // It looks at the description of a procedure alone.
  return Object.assign(() => undefined, { _def: { ...procedure._def, inputs } }) as unknown as AnyTRPCProcedure;
}

/** The procedures of operations, with plain parameters. */
export function plainProcedures(
  router: AnyTRPCRouter,
  { operations }: Pick<WholeApi, 'operations'>,
): Readonly<Record<string, AnyTRPCProcedure>> {
  const all: Readonly<Record<string, AnyTRPCProcedure>> = router._def.procedures;
  const procedures = Object.entries(all).flatMap(([name, procedure]) => {
    const operation = operations.get(name);
    return operation === undefined ? [] : [[name, viewOf(procedure, operation)] as const];
  });
  return Object.fromEntries(procedures);
}
