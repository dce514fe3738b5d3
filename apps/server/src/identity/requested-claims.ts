/** The claims that an authorization request asks for by name (OpenID Connect Core §5.5). */
import { reservedClaims } from '@understudy/contract/auth';
import { z } from 'zod';
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

/** Members of what is remembered of how a user has logged in, where a client asks (OpenID Connect Core §2, RFC 8176). */
export const loginMethod = {
  /** How strongly. */
  acr: z.string().optional(),
  /** By which methods. */
  amr: z.array(z.string()).optional(),
};

/** How a user has logged in. */
export type LoginMethod = z.infer<z.ZodObject<typeof loginMethod>>;

/** What tokens say of how the user has logged in; nothing where no client asked. */
export function loginMethodOf({ acr, amr }: LoginMethod = {}): LoginMethod {
  return { ...(acr === undefined ? {} : { acr }), ...(amr === undefined ? {} : { amr }) };
}

/** What an authorization request asks for by its claims parameter. */
export interface ReadClaims {
  /** Undefined where it asks for none that there are. */
  readonly requested: RequestedClaims | undefined;
  /** Id of the user who must log in; undefined where anybody may. */
  readonly subject: string | undefined;
  /** How the user is to log in, as the ID token is to say it. */
  readonly method: LoginMethod;
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

/** Most claims that a request can name: they travel in its code. */
const MAX_NAMES = 50;

const reserved: ReadonlySet<string> = new Set(reservedClaims);

function named(asked: z.infer<typeof member>): string[] | undefined {
  const found = Object.keys(asked ?? {}).filter((name) => !reserved.has(name));
  return found.length === 0 ? undefined : found.slice(0, MAX_NAMES);
}

const texts = z.array(z.string()).min(1);

/** What a login without questions says of itself: level 0 (ISO/IEC 29115), and what it stands in for. */
const USUAL = { acr: '0', amr: ['pwd'] };

/** How a user is to log in: as the request has it, since nobody is asked for anything here. */
function methodOf(asked: z.infer<typeof member>, values: string | undefined): LoginMethod {
  const { acr, amr } = asked ?? {};
  const wished = [acr?.value, ...(acr?.values ?? []), ...(values?.split(' ') ?? [])];
  const first = wished.find((value) => typeof value === 'string' && value !== '');
  const levels = z.string().safeParse(first).data ?? (acr === undefined ? undefined : USUAL.acr);
  const methods = [amr?.value, amr?.values]
    .map((value) => texts.safeParse(value).data)
    .find((one) => one !== undefined);
  return { acr: levels, amr: methods ?? (amr === undefined ? undefined : USUAL.amr) };
}

/** What says how claims are asked for. */
export interface ClaimsRequest {
  readonly claims?: string | undefined;
  readonly acr_values?: string | undefined;
}

/**
 * Reads the claims parameter. What nothing is known of is left out, as §5.5 wants it.
 *
 * @throws ProblemError `invalid_request` where it is malformed
 */
export function readClaims({ claims: text, acr_values: values }: ClaimsRequest): ReadClaims {
  if (text === undefined) return { requested: undefined, subject: undefined, method: methodOf(undefined, values) };
  const { id_token, userinfo } = parse(text);
  const [inIdToken, atUserinfo] = [named(id_token), named(userinfo)];
  const subject = id_token?.['sub']?.value ?? userinfo?.['sub']?.value;
  const isAny = inIdToken === undefined && atUserinfo === undefined;
  return {
    requested: isAny ? undefined : { id_token: inIdToken, userinfo: atUserinfo },
    subject: typeof subject === 'string' ? subject : undefined,
    method: methodOf(id_token, values),
  };
}
