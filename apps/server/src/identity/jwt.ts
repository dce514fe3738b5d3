/** Signs JWTs, and reads those of this server: held against signature, sandbox and clock. */
import { jwtVerify, type JWTPayload, SignJWT } from 'jose';
import { z } from 'zod';
import { isOfSandbox } from './audience.js';
import { type SigningAlgorithm, signingKey, verificationKey } from './keys.js';
import { providerUrl, type Realm } from './realm.js';

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
