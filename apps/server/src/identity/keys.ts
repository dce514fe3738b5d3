/** The fixed, published keys that sign tokens. */
import { type CryptoKey, importJWK, type JWK } from 'jose';
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
export async function verificationKey(kid: string | undefined, alg: string) {
  const jwk = publicKeys.find((key) => key.kid === kid && key.alg === alg);
  return jwk === undefined ? undefined : load(jwk, alg);
}
