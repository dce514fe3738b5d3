/** The members of a body that its operation does not know, and what becomes of a request with such. */
import type { Operation } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import { addIssues, FaultList, locateIn } from '../kit/faults.js';
import { unknownFaults, unknownMembers } from '../kit/unknown-members.js';
import type { ParameterNames } from './parameter-names.js';

/** The members that are not known; where others than those listed are kept, or refused by the schema, nothing is asked. */
export function unknownInBody(
  input: unknown,
  { input: schema }: Operation,
  { body }: ParameterNames,
): readonly UnknownMember[] {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const { catchall } = schema.def;
  const isDecided = catchall instanceof z.ZodUnknown || catchall instanceof z.ZodNever;
  const isAsked = body !== undefined && isObject && !isDecided;
  return isAsked ? unknownMembers(Object.keys(input), body, 'body') : [];
}

/** The problem with members that are not known, and with whatever else is wrong with the input. */
export function unknownProblem(input: unknown, operation: Operation, unknown: readonly UnknownMember[]) {
  const { openapi, headers } = operation.meta;
  // A parameter of the path may stand in the body too, where nobody has to write it.
  const isElsewhere = (name: string) => openapi.path.includes(`{${name}}`) || Object.hasOwn(headers, name);
  const names = Object.keys(operation.input.shape).filter((name) => !isElsewhere(name));
  const faults = new FaultList();
  const { error } = operation.input.safeParse(input);
  if (error !== undefined) addIssues(faults, error, { input, locate: locateIn(operation.meta) });
  for (const fault of unknownFaults(unknown, names)) faults.addOne(fault);
  return faults.toProblem();
}
