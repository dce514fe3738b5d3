/** Writes entries of the journal as an HTTP Archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/), which browsers' tools open. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { versionOf } from '../kit/connection-name.js';
import { apartCookies } from './mask/coding.js';

/** A name with a value. */
interface HarPair {
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
function headersOf(headers: Readonly<Record<string, string>>): HarPair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name === 'set-cookie' ? apartCookies(value).map((one) => ({ name, value: one })) : [{ name, value }],
  );
}

/** The parameters of a query or of a form, decoded. */
function parametersOf(text: string): HarPair[] {
  return Array.from(new URLSearchParams(text), ([name, value]) => ({ name, value }));
}

function pairOf(text: string): HarPair {
  const equals = text.indexOf('=');
  return equals < 0
    ? { name: '', value: text.trim() }
    : { name: text.slice(0, equals).trim(), value: text.slice(equals + 1).trim() };
}

/** The cookies of a Cookie header. */
function cookiesOf(header: string | undefined): HarCookie[] {
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
function setCookiesOf(header: string | undefined): HarCookie[] {
  return header === undefined ? [] : apartCookies(header).map(setCookieOf);
}

/** What an archive says beside its entries. */
export interface HarSource {
  /** Version of the server. */
  readonly version: string;
  /** Base URL of the sandbox, without a slash at its end. */
  readonly baseUrl: string;
}

/** The version of HTTP that an exchange came by. */
const httpVersion = ({ client }: JournalEntry): string =>
  versionOf(client.connection) === 2 ? 'HTTP/2.0' : 'HTTP/1.1';

/** What is not known, as HAR writes it. */
const UNKNOWN = -1;

const TRUNCATED = 'The body is only the start of the whole.';
const GONE = 'The journal no longer has the body.';

const FORM = /^application\/x-www-form-urlencoded/i;

type StoredBody = Pick<JournalEntry, 'body' | 'body_encoding' | 'body_bytes' | 'body_truncated'>;

function commentOf({ body, body_truncated }: StoredBody): { comment?: string } {
  if (!body_truncated) return {};
  return { comment: body === null ? GONE : TRUNCATED };
}

function postDataOf(entry: JournalEntry): object | undefined {
  const { body, body_encoding, headers } = entry;
  if (body === null && entry.body_bytes === 0) return undefined;
  const mimeType = headers['content-type'] ?? 'application/octet-stream';
  const isForm = body_encoding === 'utf8' && FORM.test(mimeType);
  return {
    mimeType,
    // As Chromium writes them: the spec has either of them, but its readers look for the text.
    ...(isForm ? { params: parametersOf(body ?? '') } : {}),
    text: body ?? '',
    ...(body_encoding === 'base64' ? { _encoding: 'base64' } : {}),
    ...commentOf(entry),
  };
}

function requestOf(entry: JournalEntry, baseUrl: string): object {
  const { method, path, query, headers } = entry;
  const postData = postDataOf(entry);
  return {
    method,
    url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    httpVersion: httpVersion(entry),
    cookies: cookiesOf(headers['cookie']),
    headers: headersOf(headers),
    queryString: parametersOf(query),
    ...(postData === undefined ? {} : { postData }),
    headersSize: UNKNOWN,
    bodySize: entry.body_bytes,
  };
}

function contentOf({ headers, ...kept }: JournalEntry['response']): object {
  const { body, body_bytes, body_encoding } = kept;
  return {
    size: body_bytes,
    mimeType: headers['content-type'] ?? 'x-unknown',
    ...(body === null ? {} : { text: body }),
    ...(body !== null && body_encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...commentOf(kept),
  };
}

/** Length of a body as it was sent; the journal has it decoded. */
function bodySize({ headers, body_bytes }: JournalEntry['response']): number {
  if (headers['content-encoding'] === undefined) return body_bytes;
  const length = headers['content-length'] ?? '';
  return /^\d+$/.test(length) ? Number(length) : UNKNOWN;
}

/** What Chromium calls an exchange that did not get through. */
function errorOf({ ended, status }: JournalEntry): { _error?: string } {
  if (ended === 'client_left') return { _error: 'net::ERR_ABORTED' };
  if ((ended === 'complete' || ended === 'opened') && status !== null) return {};
  return { _error: status === null ? 'net::ERR_EMPTY_RESPONSE' : 'net::ERR_CONNECTION_CLOSED' };
}

function responseOf(entry: JournalEntry): object {
  const { response, status } = entry;
  const { headers } = response;
  return {
    status: status ?? 0,
    statusText: '',
    httpVersion: status === null ? '' : httpVersion(entry),
    cookies: setCookiesOf(headers['set-cookie']),
    headers: headersOf(headers),
    content: contentOf(response),
    redirectURL: headers['location'] ?? '',
    headersSize: UNKNOWN,
    bodySize: status === null ? UNKNOWN : bodySize(response),
    ...errorOf(entry),
  };
}

/** The address of a server that is named by one. */
function addressOf(baseUrl: string): { serverIPAddress?: string } {
  const [, version4, version6] = /^\w+:\/\/(?:(\d+(?:\.\d+){3})|\[([^\]]+)\])(?:[:/]|$)/.exec(baseUrl) ?? [];
  const address = version4 ?? version6;
  return address === undefined ? {} : { serverIPAddress: address };
}

function harEntry(entry: JournalEntry, baseUrl: string): object {
  const { id, sequence, operation, kind, fault, ended, unknown, client, duration_ms } = entry;
  const time = Math.max(0, duration_ms);
  return {
    startedDateTime: entry.received_at,
    time,
    request: requestOf(entry, baseUrl),
    response: responseOf(entry),
    cache: {},
    // From the server's side all of it is waiting for the server.
    timings: { send: 0, wait: time, receive: 0 },
    ...addressOf(baseUrl),
    ...(client.connection === null ? {} : { connection: client.connection }),
    ...commentOf(entry),
    _understudy: { id, sequence, operation, kind, fault, ended, unknown },
  };
}

/** The archive of some entries, in their order, made entry by entry. */
export function* harOf(
  all: readonly JournalEntry[],
  { version, baseUrl }: HarSource,
): Generator<void, { readonly log: object }> {
  const entries: object[] = [];
  for (const entry of all) {
    entries.push(harEntry(entry, baseUrl));
    yield;
  }
  return { log: { version: '1.2', creator: { name: 'Understudy', version }, entries } };
}
