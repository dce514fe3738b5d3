/** What a browser makes of the CORS headers of an answer (Fetch §4.8 and §4.9). */
import { safelistedMethods } from './cors-request.js';

/** What a browser asks about. */
export interface CorsQuestion {
  readonly origin: string;
  readonly method: string;
  /** Names of the headers that are not safelisted. */
  readonly unsafe: readonly string[];
  /** Whether credentials go along. */
  readonly credentials: boolean;
}

/** Why an answer may not be read; undefined where it may. */
export function refusal(response: Response, { origin, credentials }: CorsQuestion): string | undefined {
  const allowed = response.headers.get('access-control-allow-origin');
  if (allowed === null) return "it has no 'Access-Control-Allow-Origin' header";
  if (!credentials && allowed === '*') return undefined;
  if (allowed !== origin) return `its 'Access-Control-Allow-Origin' is '${allowed}'`;
  if (!credentials || response.headers.get('access-control-allow-credentials') === 'true') return undefined;
  return "credentials go along, and its 'Access-Control-Allow-Credentials' is not 'true'";
}

/** Why the answer to a preflight forbids the request; undefined where it does not. */
export function preflightRefusal(response: Response, question: CorsQuestion): string | undefined {
  const { method, unsafe, credentials } = question;
  const refused = refusal(response, question);
  if (refused !== undefined) return refused;
  if (!response.ok) return `its status is ${response.status}`;
  const methods = members(response.headers, 'access-control-allow-methods');
  const isAny = (list: readonly string[]) => !credentials && list.includes('*');
  if (!safelistedMethods.includes(method) && !methods.includes(method) && !isAny(methods)) {
    return `its 'Access-Control-Allow-Methods' does not name ${method}`;
  }
  const headers = members(response.headers, 'access-control-allow-headers').map((name) => name.toLowerCase());
  // A star never covers Authorization.
  const missing = unsafe.find((name) => !headers.includes(name) && (name === 'authorization' || !isAny(headers)));
  return missing === undefined ? undefined : `its 'Access-Control-Allow-Headers' does not name ${missing}`;
}

const safelisted = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

/** The headers of an answer that a page can read. */
export function readableHeaders(headers: Headers, credentials: boolean): Headers {
  const exposed = members(headers, 'access-control-expose-headers').map((name) => name.toLowerCase());
  const isAll = !credentials && exposed.includes('*');
  const isReadable = (name: string) =>
    !/^set-cookie2?$/.test(name) && (isAll || safelisted.includes(name) || exposed.includes(name));
  return new Headers([...headers].filter(([name]) => isReadable(name)));
}

function members(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '')
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}
