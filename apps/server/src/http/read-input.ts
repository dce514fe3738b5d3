/** Reads path, query and body of a request into the one input of its procedure. */
import { type BodyType, readBody } from './body.js';
import type { RequestFacts } from './request-facts.js';
import type { PathParameters } from './router.js';
import { readQuery, type TextTypes } from './text.js';

/** How the input of an address is read. */
export interface ReadInput {
  readonly types: TextTypes;
  /** Media types of the body; none where the query holds the input. */
  readonly bodies: readonly BodyType[];
  readonly maxBody: number;
  /** Path parameters, which win over members of the same name. */
  readonly parameters: PathParameters;
  /** Whether a member that is the empty text counts as left out. */
  readonly isEmptyOmitted: boolean;
}

/** The members that have a value. */
function withoutEmpty(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
}

/** Reads the input. */
export async function readInput(reader: ReadInput, facts: RequestFacts): Promise<unknown> {
  const { types, bodies, maxBody, parameters, isEmptyOmitted } = reader;
  const given =
    bodies.length === 0
      ? readQuery(facts.query, types)
      : await readBody(facts.request, { accepts: bodies, maxBytes: maxBody, share: facts.bodyShare, types });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.assign(isEmptyOmitted ? withoutEmpty(given) : given, parameters);
}
