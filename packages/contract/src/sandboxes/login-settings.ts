/** What the settings of a sandbox say of the logins in it. */
import { z } from 'zod';
import { choice } from '../kit/field.js';

/** How browsers log in. */
export const loginModes = ['automatic', 'page'] as const;

/** How browsers log in. */
export const sandboxLogin = choice(
  loginModes,
  'automatic: browsers are logged in without asking, unless the client sends prompt=select_account. page: a page shows the users to choose from, and ways for the login to fail. Programs are never asked.',
);

/** What ID tokens say of users. */
export const idTokenClaimModes = ['scopes', 'minimal'] as const;

/** What ID tokens say of users. */
export const sandboxIdTokenClaims = choice(
  idTokenClaimModes,
  'scopes: ID tokens have the claims of the granted scopes, such as name and email. minimal: they have only the claims that identify the user, and those that the `claims` parameter asks for; userinfo has the others (OpenID Connect Core §5.4).',
);

/** The scopes that logins can be granted. */
export const sandboxScopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be a scope (RFC 6749 §3.3)'))
  .min(1)
  .max(100)
  .nullable()
  .meta({
    description:
      'The scopes that clients can be granted; others are left out. null: any scope that is asked for is granted.',
    examples: [['openid', 'profile', 'orders:read']],
  });

/** Whether proofs of possession need a nonce of the server. */
export const dpopNonceModes = ['optional', 'required'] as const;

/** Whether proofs of possession need a nonce of the server. */
export const sandboxDpopNonce = choice(
  dpopNonceModes,
  'required: a DPoP proof needs the nonce of the header DPoP-Nonce (RFC 9449 §8). optional: it needs none.',
);

/** Polls after which the login of a device is allowed by itself. */
export const sandboxDeviceAutoApprove = z
  .int()
  .min(0)
  .max(1000)
  .nullable()
  .meta({
    description: 'Polls after which the login of a device is allowed automatically. null: somebody must allow it.',
    examples: [2],
  });
