/** Signs JWTs with the fixed, published keys, and reads those of this server: held against signature, sandbox and clock. */
import { type CryptoKey, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { isOfSandbox, providerUrl, type Realm } from './realm.js';
import published from './published-keys.json' with { type: 'json' };

/** Algorithms that tokens are signed with. RS256 and EdDSA signatures are the same every time. */
export type SigningAlgorithm = 'RS256' | 'EdDSA';

/** A key with its public part. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly sign: CryptoKey | Uint8Array;
}

type Published = (typeof published.keys)[number];

/** The public keys, as the JWKS shows them. */
export const publicKeys = published.keys.map(({ kty, kid, use, alg, ...parts }: Published) => ({
  kty,
  kid,
  use,
  alg,
  ...('n' in parts ? { n: parts.n, e: parts.e } : {}),
  ...('crv' in parts ? { crv: parts.crv, x: parts.x } : {}),
}));

const imported = new Map<string, Promise<CryptoKey | Uint8Array>>();

/** Imports a key once. */
function load(jwk: JWK, alg: string): Promise<CryptoKey | Uint8Array> {
  const name = `${jwk.kid ?? ''} ${jwk.d === undefined ? 'public' : 'private'}`;
  const known = imported.get(name) ?? importJWK(jwk, alg);
  imported.set(name, known);
  return known;
}

/** The key that signs with an algorithm: the first one of it. */
export async function signingKey(alg: SigningAlgorithm): Promise<SigningKey> {
  const jwk = published.keys.find((key) => key.alg === alg);
  if (jwk === undefined) throw new RangeError(`no key for ${alg}`);
  return { kid: jwk.kid, alg, sign: await load(jwk, alg) };
}

/** The public key that a token's header names, or undefined where it is none of ours. */
async function verificationKey(kid: string | undefined, alg: string) {
  const jwk = publicKeys.find((key) => key.kid === kid && key.alg === alg);
  return jwk === undefined ? undefined : load(jwk, alg);
}

/** Signs a JWT; its type keeps tokens for one use from being taken for those of another (RFC 8725 §3.11). */
export async function signJwt(payload: JWTPayload, alg: SigningAlgorithm, typ: string): Promise<string> {
  const key = await signingKey(alg);
  return new SignJWT(payload).setProtectedHeader({ alg, kid: key.kid, typ }).sign(key.sign);
}

/** What is read of a token. The keys are published, so that anyone may have signed anything else. */
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  client_id: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number().optional(),
  auth_time: z.number().optional(),
  sid: z.string().optional(),
  jti: z.string().default(''),
  scope: z.string().default(''),
  /** The key that it is bound to (RFC 7800 §3.1, RFC 9449 §6.1). */
  cnf: z.object({ jkt: z.string() }).optional(),
});

/** What a token says. */
export type ReadClaims = z.infer<typeof claims>;

/** Whether it is the issuer of the sandbox: the one that was set to the letter, the usual one whatever host it was reached by. */
function isIssuer(iss: string, realm: Realm): boolean {
  const provider = providerUrl(realm);
  if (!realm.issuer.startsWith(provider)) return iss === realm.issuer;
  const end = realm.issuer.slice(provider.length);
  return iss.endsWith(end) && isOfSandbox(iss.slice(0, iss.length - end.length), provider, realm);
}

/** Checks the signature, the times and the shape of a token of this sandbox; undefined where it is none. */
export async function readJwt(token: string, realm: Realm, typ: string): Promise<ReadClaims | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid, alg }) => {
        const key = await verificationKey(kid, alg);
        if (key === undefined) throw new TypeError('not one of our keys');
        return key;
      },
      { currentDate: new Date(realm.now), typ, algorithms: ['RS256', 'EdDSA'], requiredClaims: ['iss', 'sub', 'exp'] },
    );
    const { data } = claims.safeParse(payload);
    return data !== undefined && isIssuer(data.iss, realm) ? data : undefined;
  } catch {
    return undefined;
  }
}
