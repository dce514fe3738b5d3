/** What an authorization request is answered with (RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types §3 and §4). */

/**
 * The response types. Those with `token` are left out: they send an access token through the address line, which RFC 9700
 * §2.1.2 advises against, and it would have to be remembered by a request that writes nothing.
 */
export const responseTypes = ['code', 'id_token', 'code id_token', 'none'] as const;

function words(type: string | undefined): ReadonlySet<string> {
  return new Set(type?.split(' '));
}

/** The response type that is meant, whose words may come in any order; undefined where there is none such. */
export function responseTypeOf(type: string): (typeof responseTypes)[number] | undefined {
  const inOrder = (one: string) => one.split(' ').toSorted().join(' ');
  return responseTypes.find((one) => inOrder(one) === inOrder(type));
}

/** Whether a response type brings a code. */
export function bringsCode(type: string | undefined): boolean {
  return words(type).has('code');
}

/** Whether a response type brings an ID token at once. */
export function bringsIdToken(type: string | undefined): boolean {
  return words(type).has('id_token');
}

/** How a response gets to its client where nothing else is asked for: tokens in the fragment (Multiple Response Types §5). */
export function usualMode(type: string | undefined): 'fragment' | 'query' {
  return bringsIdToken(type) || words(type).has('token') ? 'fragment' : 'query';
}
