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
}

/** Reads the input. */
export async function readInput(reader: ReadInput, facts: RequestFacts): Promise<unknown> {
  const { types, bodies, maxBody, parameters } = reader;
  if (bodies.length === 0) return { ...readQuery(facts.query, types), ...parameters };
  const body = await readBody(facts.request, { accepts: bodies, maxBytes: maxBody, types });
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? Object.assign(body, parameters) : body;
}
