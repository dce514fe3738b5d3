/** Decides where browsers may be sent: to this machine, to apps on it, and to what was configured. */
import { isLoopback } from '../kit/sandbox-address.js';

/** Where browsers may be sent, beside this machine. */
export interface RedirectRules {
  /** Origins that were configured. */
  readonly origins: readonly string[];
  /** Private-use schemes that were configured, or `any` (RFC 8252 §7.1). */
  readonly schemes: readonly string[] | 'any';
}

/** The rules of a server that is bound to an address: one that only this machine reaches may open the apps on it. */
export function redirectRules(configured: readonly string[], host: string): RedirectRules {
  const isOrigin = (one: string): boolean => one.includes('//');
  const schemes = configured.filter((one) => !isOrigin(one)).map((one) => one.slice(0, -1));
  return { origins: configured.filter(isOrigin), schemes: isLoopback(host) ? 'any' : schemes };
}

/**
 * Schemes that are no app's own: a browser runs, shows or reads what they name, or the system hands it to a program of
 * its own. All of them lack a dot, which a scheme that follows RFC 8252 §7.1 has.
 */
const RESERVED = new Set(
  'http https javascript livescript mocha vbscript data blob about file filesystem view-source jar resource feed ftp ftps sftp ws wss mailto tel sms callto facetime skype urn cid mid nntp news irc ircs ldap ldaps imap pop rtsp rtmp mms ssh telnet rlogin gopher smb nfs afp dav davs webcal shell help hcp res mk intent android-app ios-app app-settings itms itms-apps market magnet bitcoin chrome chrome-extension chrome-search devtools edge brave opera moz-extension safari-extension safari-web-extension ms-browser-extension applescript x-apple x-javascript wyciwyg search search-ms local calculator onenote steam vnc'.split(
    ' ',
  ),
);

/** Whether a scheme can be an app's own; those of Microsoft's programs are theirs. */
export function isPrivateScheme(scheme: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]{1,99}$/.test(scheme) &&
    !RESERVED.has(scheme) &&
    !/^(?:ms|x-apple|prefs|chrome|about)-/.test(scheme)
  );
}

/** What lacks its scheme, such as `localhost:3000/callback`: the port would be taken for a path, and the host for a scheme. */
const HOST_AND_PORT = /^[^:/]+:\d+(?:[/?]|$)/;

/** The private-use scheme of an address; undefined where it has none. */
function privateScheme(uri: string): string | undefined {
  const scheme = /^(?<scheme>[a-z][a-z0-9+.-]*):/i.exec(uri)?.groups?.['scheme']?.toLowerCase();
  return scheme !== undefined && isPrivateScheme(scheme) ? scheme : undefined;
}

/**
 * Whether an address could be a redirect_uri at all: absolute, http, https or of a private-use scheme, without fragment
 * (RFC 6749 §3.1.2) or credentials.
 */
export function isRedirectWellFormed(uri: string): boolean {
  // What a URL parser forgives (backslashes, spaces, control characters) is no address to go to.
  if (!/^[a-z][a-z0-9+.-]*:[!-[\]-~]+$/i.test(uri) || !URL.canParse(uri) || uri.includes('#')) return false;
  if (!/^https?:\/\//i.test(uri) && (privateScheme(uri) === undefined || HOST_AND_PORT.test(uri))) return false;
  const { username, password } = new URL(uri);
  return username === '' && password === '' && !/^[^/]*\/\/[^/?#]*@/.test(uri);
}

/**
 * This machine, as native apps name it (RFC 8252 §7.3), and names below localhost (RFC 6761 §6.3). No other spelling: what
 * reads the address next may take it for another host.
 */
const LOOPBACK = /^(?:(?:[a-z0-9_-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a browser may be sent to an address. Anything else would make an open redirector (RFC 9700 §4.11). */
export function isRedirectAllowed(uri: string, { origins, schemes }: RedirectRules): boolean {
  if (!isRedirectWellFormed(uri)) return false;
  const scheme = privateScheme(uri);
  if (scheme !== undefined) return schemes === 'any' || schemes.includes(scheme);
  const { hostname, origin } = new URL(uri);
  return LOOPBACK.test(hostname) || origins.includes(origin);
}

/** What a redirect_uri must be, for those whose one is not allowed. */
export const REDIRECT_RULE =
  'must be an http or https URL of this machine, without fragment or credentials, or have a private-use scheme if the server is bound to loopback; --oauth-redirect-allow allows other origins and schemes';
