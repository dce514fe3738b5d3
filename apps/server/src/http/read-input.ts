/** Reads path, query and body of a request into the one input of its procedure. */
import type { Operation, UnknownMember } from '@understudy/contract';
import { bodyStart } from '../journal/body-start.js';
import { type BodyType, readBody } from './body.js';
import { authorizationOf } from './form-token.js';
import type { UnknownNames } from './known-names.js';
import type { RequestContext } from './request-context.js';
import type { PathParameters } from './router.js';
import { readQuery, type TextTypes } from './text.js';

/** How the input of an address is read. */
export interface InputRules {
  readonly operation: Operation;
  readonly types: TextTypes;
  /** Media types of the body; none where the query holds the input. */
  readonly bodies: readonly BodyType[];
  readonly maxBody: number;
}

/** What of a request is not in its query or body. */
export interface InputRequest {
  readonly ctx: RequestContext;
  /** Path parameters, which win over members of the same name. */
  readonly parameters: PathParameters;
  readonly names: UnknownNames;
}

/** What was read, also where it cannot be used. */
export interface ReadInput {
  readonly input?: unknown;
  /** What an Authorization header says, or would say. */
  readonly authorization?: string;
  /** Start of the body, secrets masked. */
  readonly body?: string | undefined;
  /** What of it the operation does not know. */
  readonly unknown: readonly UnknownMember[];
  /** Why it cannot be used. */
  readonly fault?: unknown;
}

/** The members that have a value. */
function withoutEmpty(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
}

async function parse({ operation, types, bodies, maxBody }: InputRules, request: InputRequest): Promise<unknown> {
  const { ctx, parameters } = request;
  const given =
    bodies.length === 0
      ? readQuery(ctx.query, types)
      : await readBody(ctx.request, { accepts: bodies, maxBytes: maxBody, share: ctx.bodyShare, types });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  // A member that is the empty text may count as left out.
  return Object.assign(operation.meta.empty === 'omitted' ? withoutEmpty(given) : given, parameters);
}

/** Reads the input; never throws. */
export async function readInput(rules: InputRules, request: InputRequest): Promise<ReadInput> {
  const { operation, bodies } = rules;
  const { ctx, names } = request;
  let read: ReadInput = { unknown: names.inQuery() };
  try {
    const input = await parse(rules, request);
    read = { ...read, input };
    if (operation.meta.credential === 'bearer') read = { ...read, authorization: authorizationOf(ctx, input) };
    if (bodies.length > 0) {
      read = { ...read, body: bodyStart(input), unknown: [...read.unknown, ...names.inBody(input)] };
      names.checkBody(input);
    }
    return read;
  } catch (fault) {
    return { ...read, fault };
  }
}
