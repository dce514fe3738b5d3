/** Resolves an address that an answer names, for the next request. */

/**
 * The address of a link or location, which may be relative (RFC 8288 §3.2, RFC 9110 §10.2.2). Undefined where it leads to
 * another origin, which must not see the token that the next request carries.
 */
export function followed(link: string, from: string): string | undefined {
  if (!URL.canParse(link, from)) return undefined;
  const url = new URL(link, from);
  // No part of a request: fetch leaves out the one, and refuses the others.
  url.hash = url.username = url.password = '';
  return url.origin === new URL(from).origin ? url.href : undefined;
}
