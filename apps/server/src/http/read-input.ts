/** Reads path, query and body of a request into the one input of its procedure. */
import type { Operation, UnknownMember } from '@understudy/contract';
import { bodyStart } from '../journal/body-start.js';
import { type BodyType, readBody } from './body.js';
import { unknownInBody, unknownProblem } from './body-names.js';
import { authorizationOf } from './form-token.js';
import type { KnownNames } from './known-names.js';
import type { RequestContext } from './request-context.js';
import type { RestCall } from './rest-call.js';
import type { PathParameters } from './router.js';
import { readQuery, type TextTypes } from './text.js';

/** How the input of an address is read. */
export interface InputRules {
  readonly operation: Operation;
  readonly known: KnownNames;
  readonly types: TextTypes;
  /** Media types of the body; none where the query holds the input. */
  readonly bodies: readonly BodyType[];
  readonly maxBody: number;
}

/** A request whose input is to be read. */
export interface InputRequest extends Pick<RestCall, 'unknown' | 'isStrict'> {
  readonly ctx: RequestContext;
  /** Path parameters, which win over members of the same name. */
  readonly parameters: PathParameters;
}

/** What was read, also where it cannot be used. */
export interface ReadInput {
  readonly input?: unknown;
  /** What an Authorization header says, or would say. */
  readonly authorization?: string | undefined;
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
  const { operation, bodies, known } = rules;
  const { ctx, isStrict } = request;
  let { unknown } = request;
  let input: unknown;
  let authorization: string | undefined;
  let body: string | undefined;
  try {
    input = await parse(rules, request);
    if (operation.meta.credential === 'bearer') authorization = authorizationOf(ctx, input);
    if (bodies.length === 0) return { input, authorization, unknown };
    body = bodyStart(input);
    const inBody = unknownInBody(input, operation, known);
    unknown = [...unknown, ...inBody];
    if (isStrict && inBody.length > 0) throw unknownProblem(input, operation, inBody);
    return { input, authorization, body, unknown };
  } catch (fault) {
    return { input, authorization, body, unknown, fault };
  }
}
