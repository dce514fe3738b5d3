/** The claims that an authorization request asks for by name (OpenID Connect Core §5.5). */
import { z } from 'zod';
import { claimNames } from './claims.js';
import { oauthFault } from './oauth-fault.js';

const wanted = z
  .looseObject({ essential: z.boolean().optional(), value: z.unknown(), values: z.array(z.unknown()).optional() })
  .partial()
  .nullable();
const member = z.record(z.string(), wanted).nullish();
const parameter = z.looseObject({ userinfo: member, id_token: member });

/** Names of claims by where they are to stand: those of users alone, the others are there anyway. */
export const requestedClaims = z.object({
  id_token: z.array(z.string()).optional(),
  userinfo: z.array(z.string()).optional(),
});

/** Names of claims by where they are to stand. */
export type RequestedClaims = z.infer<typeof requestedClaims>;

/** What an authorization request asks for by its claims parameter. */
export interface ReadClaims {
  /** Undefined where it asks for none that there are. */
  readonly requested: RequestedClaims | undefined;
  /** Id of the user who must log in; undefined where anybody may. */
  readonly subject: string | undefined;
}

function parse(text: string): z.infer<typeof parameter> {
  try {
    return parameter.parse(JSON.parse(text));
  } catch {
    const detail =
      'claims must be a JSON object whose members id_token and userinfo name claims, each with null or an object';
    throw oauthFault('invalid_request', detail, 'claims');
  }
}

function known(asked: z.infer<typeof member>): string[] | undefined {
  const found = claimNames.filter((name) => Object.hasOwn(asked ?? {}, name));
  return found.length === 0 ? undefined : found;
}

/**
 * Reads the claims parameter. What nothing is known of is left out, as §5.5 wants it.
 *
 * @throws ProblemError `invalid_request` where it is malformed
 */
export function readClaims(text: string | undefined): ReadClaims {
  if (text === undefined) return { requested: undefined, subject: undefined };
  const { id_token, userinfo } = parse(text);
  const [inIdToken, atUserinfo] = [known(id_token), known(userinfo)];
  const subject = id_token?.['sub']?.value ?? userinfo?.['sub']?.value;
  const isAny = inIdToken === undefined && atUserinfo === undefined;
  return {
    requested: isAny ? undefined : { id_token: inIdToken, userinfo: atUserinfo },
    subject: typeof subject === 'string' ? subject : undefined,
  };
}
