/** The lists of an HTTP Archive: headers, parameters and cookies. */
import { apartCookies } from './masking/cookie-cuts.js';

/** A name with a value. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** A cookie, with its attributes where it was set. */
interface HarCookie extends HarPair {
  readonly path?: string;
  readonly domain?: string;
  readonly expires?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
}

/** Headers, those that set cookies one by one. */
export function headersOf(headers: Readonly<Record<string, string>>): HarPair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name === 'set-cookie' ? apartCookies(value).map((one) => ({ name, value: one })) : [{ name, value }],
  );
}

/** The parameters of a query or of a form, decoded. */
export function parametersOf(text: string): HarPair[] {
  return Array.from(new URLSearchParams(text), ([name, value]) => ({ name, value }));
}

function pairOf(text: string): HarPair {
  const equals = text.indexOf('=');
  return equals < 0
    ? { name: '', value: text.trim() }
    : { name: text.slice(0, equals).trim(), value: text.slice(equals + 1).trim() };
}

/** The cookies of a Cookie header. */
export function cookiesOf(header: string | undefined): HarCookie[] {
  return (header ?? '')
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map(pairOf);
}

/** When a cookie ends, as HAR has it. */
function expiryOf(attributes: ReadonlyMap<string, string>): { expires?: string } {
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? {} : { expires: new Date(expires).toISOString() };
}

function setCookieOf(text: string): HarCookie {
  const [pair = '', ...rest] = text.split(';');
  const attributes = new Map(
    rest.map(pairOf).map(({ name, value }) => (name === '' ? [value.toLowerCase(), ''] : [name.toLowerCase(), value])),
  );
  const [path, domain] = [attributes.get('path'), attributes.get('domain')];
  return {
    ...pairOf(pair),
    ...(path === undefined ? {} : { path }),
    ...(domain === undefined ? {} : { domain }),
    ...expiryOf(attributes),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
  };
}

/** The cookies of a Set-Cookie header. */
export function setCookiesOf(header: string | undefined): HarCookie[] {
  return header === undefined ? [] : apartCookies(header).map(setCookieOf);
}
