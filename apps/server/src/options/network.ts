/** Options about the server's address, who may reach it, and webhooks. */
import { API_PATH, isOutsideApi, isPlainPath } from '../kit/sandbox-address.js';
import type { Schedule } from '../webhooks/attempts.js';
import { many, NotAllowed, scope, token } from './parse.js';
import { isRange } from '#platform/runtime';
import { isPrivateScheme } from '../identity/redirects.js';
import { choice, configured, list, number, optional, setting, toggle } from './setting.js';

/** An http or https origin, as `https://host:port`. */
function origin(value: unknown): string {
  if (typeof value === 'string' && /^https?:\/\/[^/?#@\\]+\/?$/i.test(value) && URL.canParse(value)) {
    return new URL(value).origin;
  }
  throw new NotAllowed('an http or https origin, such as https://api.example.com');
}

/** An http or https origin, or a private-use scheme with its colon, such as `com.example.app:`. */
function originOrScheme(value: unknown): string {
  const scheme =
    typeof value === 'string' ? /^(?<scheme>[^:/]+):(?:\/\/)?$/.exec(value)?.groups?.['scheme'] : undefined;
  if (scheme !== undefined && isPrivateScheme(scheme.toLowerCase())) return `${scheme.toLowerCase()}:`;
  try {
    return origin(value);
  } catch {
    throw new NotAllowed(
      'an http or https origin, such as https://api.example.com, or a private-use scheme, such as com.example.app:',
    );
  }
}

/** The URL of an issuer, to the letter: whoever compares one does so as text (OpenID Connect Discovery §3). */
function issuerUrl(value: unknown): string {
  const isUrl =
    typeof value === 'string' && /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/i.test(value) && URL.canParse(value);
  if (isUrl && value.length <= 2000) return value;
  throw new NotAllowed('an http or https URL without query and fragment, such as https://tenant.example.com/');
}

/** A path such as `/v1`, without the slash at its end: the root is the empty text. */
function plainPath(value: unknown): string {
  const path = typeof value === 'string' ? value.replace(/\/$/, '') : undefined;
  if (value !== '' && path !== undefined && isPlainPath(path) && path.length <= 200) return path;
  throw new NotAllowed('/, or a path of letters, digits, -, _, . and ~, such as /v1');
}

/** The same, where nothing else of the server lies below. */
function base(value: unknown): string {
  const path = plainPath(value);
  if (path === '' || !isOutsideApi(path)) return path;
  throw new NotAllowed('a path that nothing else lies below');
}

/** A range of addresses, such as 10.0.0.0/8. */
function cidr(value: unknown): string {
  if (typeof value === 'string' && isRange(value)) return value;
  throw new NotAllowed('an address range, such as 10.0.0.0/8 or fd00::/8');
}

/** A name or an address of a host, as it stands in a URL. */
function hostName(value: unknown): string {
  const isBare = typeof value === 'string' && !/[\s/?#@\\%]/.test(value);
  // Two colons make an IPv6 address; what has one has a port.
  const inUrl = isBare && value.includes(':') && !value.startsWith('[') ? `[${value}]` : value;
  const url = `http://${String(inUrl)}`;
  if (isBare && URL.canParse(url) && new URL(url).port === '') return new URL(url).hostname;
  throw new NotAllowed('a host without scheme and port, such as mock.internal');
}

/** What to listen on: a name or an address, which for IPv6 may stand in brackets, as in a URL, and may have a zone. */
export function listenAddress(value: unknown): string {
  const [, inBrackets] = typeof value === 'string' ? (/^\[([^[\]]*:[^[\]]*)\]$/.exec(value) ?? []) : [];
  const host = inBrackets ?? value;
  const isHost = typeof host === 'string' && /^[^\s/?#@\\[\]]{1,255}$/.test(host);
  // One colon stands before a port; an IPv6 address has two at least.
  if (isHost && host.split(':').length !== 2) return host;
  throw new NotAllowed(
    'an address or a name of this machine without scheme and port, such as 0.0.0.0, :: or localhost',
  );
}

/** Options about the server's address, who may reach it, and webhooks. */
export const networkOptions = {
  ...configured('Address', {
    port: number('Port to listen on; 0 picks a free one and prints it.', 4010, [0, 65_535], { variable: 'PORT' }),
    host: setting<string>({
      variable: 'HOST',
      placeholder: 'ADDRESS',
      help: 'Address to listen on; 0.0.0.0 opens it to the network.',
      fallback: '127.0.0.1',
      read: listenAddress,
    }),
  }),
  ...configured('What is served', {
    base: setting<string>({
      placeholder: 'PATH',
      help: 'Path that the API is served below, such as /v1; / for the root.',
      fallback: API_PATH,
      shown: API_PATH,
      read: base,
    }),
  }),
  ...configured('Address', {
    basePath: setting<string>({
      placeholder: 'PATH',
      help: 'Path that all of the server lies below, pages too, such as /understudy.',
      fallback: '',
      shown: '/',
      read: plainPath,
    }),
    publicUrl: optional(
      'ORIGIN',
      'Origin that clients use to reach the server; the URLs in its answers start with it.',
      origin,
      { variable: 'PUBLIC_URL', shown: 'the Host of the request' },
    ),
    trustProxy: number(
      'Proxies in front whose X-Forwarded-For, -Proto, -Host and -Prefix, or Forwarded, are trusted.',
      0,
      [0, 10],
      { variable: 'TRUST_PROXY', shown: 'none' },
    ),
  }),
  ...configured('Access', {
    allowHost: list(
      'HOST,…',
      'Further host names that the server answers for, in addition to this machine and --public-url; others get 421.',
      hostName,
      { shown: 'none if bound to loopback, otherwise any' },
    ),
    corsAllow: list(
      'ORIGIN,…',
      'Origins that cors=restrict allows, in addition to https://allowed.example; their pages may use the control API.',
      origin,
    ),
    corsCredentials: toggle(
      'Let pages of the origins in --cors-allow send cookies: their answers name the origin instead of *.',
    ),
    answerScripts: toggle(
      'Let fixed answers of fault rules run scripts and set cookies on a public address, where browsers are told not to.',
    ),
  }),
  ...configured('Logins', {
    issuer: optional(
      'URL',
      'Issuer that tokens and metadata of the default sandbox name, to the letter; those of others end with a slash if it does.',
      issuerUrl,
      { shown: 'the address of the provider' },
    ),
    oauthRedirectAllow: list(
      'ORIGIN|SCHEME:,…',
      'Origins, and schemes of apps such as com.example.app:, that OAuth may redirect browsers to, in addition to this machine.',
      originOrScheme,
      { shown: 'none; any private-use scheme if bound to loopback' },
    ),
    oauthScopes: list('SCOPE,…', 'Scopes that OAuth clients can be granted; others are left out.', scope, {
      shown: 'any',
    }),
    login: choice<'automatic' | 'page'>(['automatic', 'page'], {
      help: 'Whether OAuth logs browsers in without asking, or shows a page to choose a user on.',
      fallback: 'automatic',
    }),
    idTokenClaims: choice<'scopes' | 'minimal'>(['scopes', 'minimal'], {
      help: 'Whether ID tokens have the claims of the granted scopes, or leave them to userinfo (minimal).',
      fallback: 'scopes',
    }),
  }),
  ...configured('Access', {
    adminToken: optional('TOKEN', 'Bearer token that the control API of sandboxes requires.', token, {
      isSecret: true,
    }),
  }),
  ...configured('Webhooks', {
    webhookDelivery: choice<'off' | 'on'>(['off', 'on'], {
      help: 'Whether webhooks are delivered (on) or their success is simulated (off).',
      fallback: 'off',
    }),
    webhookRetry: choice<Schedule>(['fast', 'standard'], {
      help: 'When a failed delivery is retried: after 1, 5 and 30 s (fast), or as Standard Webhooks says.',
      fallback: 'fast',
    }),
    webhookAllow: setting<readonly string[] | undefined>({
      placeholder: 'CIDR,…',
      help: 'Private address ranges that webhooks may be delivered to; an empty value means none.',
      fallback: undefined,
      shown: 'loopback if bound to loopback, otherwise none',
      allowsEmpty: true,
      read: many(cidr),
    }),
  }),
};
