/** How OAuth clients prove who they are. */

/** How clients may authenticate (RFC 7591 §2, OpenID Connect Core §9). */
export const clientAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;

/** Algorithms by which clients sign with keys of their own (RFC 7518 §3.1, RFC 8037). */
export const keyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** Algorithms by which clients sign with their secret. */
export const secretAlgorithms = ['HS256', 'HS384', 'HS512'] as const;
