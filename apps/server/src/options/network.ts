/** Options about where the server is and who may reach it. */
import { option } from './option.js';
import { flag, many, oneOf, origin, text, whole } from './parse.js';

/** Options about where the server is and who may reach it. */
export const networkOptions = {
  port: option<number>({
    flag: 'port',
    variable: 'PORT',
    placeholder: 'NUMBER',
    help: 'Port to listen on; 0 picks a free one and prints it.',
    fallback: 4010,
    read: whole(0, 65_535),
  }),
  host: option<string>({
    flag: 'host',
    variable: 'HOST',
    placeholder: 'ADDRESS',
    help: 'Address to listen on; 0.0.0.0 opens it to the network.',
    fallback: '127.0.0.1',
    read: text,
  }),
  publicUrl: option<string | undefined>({
    flag: 'public-url',
    variable: 'PUBLIC_URL',
    placeholder: 'ORIGIN',
    help: 'Origin under which clients reach the server, for the URLs in its answers.',
    fallback: undefined,
    shown: "from the request's Host",
    read: origin,
  }),
  trustProxy: option<boolean>({
    flag: 'trust-proxy',
    variable: 'TRUST_PROXY',
    help: 'Believe X-Forwarded-Proto and X-Forwarded-Host.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
  corsAllow: option<readonly string[]>({
    flag: 'cors-allow',
    variable: 'UNDERSTUDY_CORS_ALLOW',
    placeholder: 'ORIGIN,…',
    help: 'Origins that cors=restrict lets in, beside https://allowed.example.',
    fallback: [],
    shown: 'none',
    read: many(origin),
  }),
  oauthRedirectAllow: option<readonly string[]>({
    flag: 'oauth-redirect-allow',
    variable: 'UNDERSTUDY_OAUTH_REDIRECT_ALLOW',
    placeholder: 'ORIGIN,…',
    help: 'Origins that OAuth may redirect browsers to, beside this machine.',
    fallback: [],
    shown: 'none',
    read: many(origin),
  }),
  adminToken: option<string | undefined>({
    flag: 'admin-token',
    variable: 'UNDERSTUDY_ADMIN_TOKEN',
    placeholder: 'TOKEN',
    help: 'Bearer token that the control API of sandboxes then needs.',
    fallback: undefined,
    shown: 'none',
    read: text,
  }),
  log: option<'pretty' | 'json' | 'off' | undefined>({
    flag: 'log',
    variable: 'UNDERSTUDY_LOG',
    placeholder: 'pretty|json|off',
    help: 'How requests are logged.',
    fallback: undefined,
    shown: 'pretty on a terminal, else json',
    read: oneOf(['pretty', 'json', 'off']),
  }),
};
