/** A request of the journal as something that sends it again: as code for curl, fetch and the SDK, and from the page. */
import type { JournalEntry } from '@understudy/client';
import { api, say } from './api.js';
import { templateOf } from './document.js';
import { selectOnceThere } from './journal.js';
import { basePath, baseUrl } from './place.js';

/** What stands in the journal in the place of a secret. */
const MASK = '***';

/** Headers that say how a request was sent, and those that a page may not set. */
const OF_SENDER =
  /^(?:accept-(?:charset|encoding)|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|priority|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent|via|x-forwarded-.*)$/;

const addressOf = ({ path, query }: JournalEntry): string => (query === '' ? path : `${path}?${query}`);

/** The headers that are sent again; what was masked is not to be had. */
function headersOf({ headers }: JournalEntry): Record<string, string> {
  const entries = Object.entries(headers).filter(([name, value]) => !OF_SENDER.test(name) && !value.includes(MASK));
  return Object.fromEntries(entries);
}

/** What of a request is not in the journal, so that it cannot be sent again as it was; undefined where all is. */
export function missingOf({ headers, body, body_truncated: isCut, body_encoding: coding, query }: JournalEntry) {
  const masked = Object.keys(headers).filter((name) => name !== 'cookie' && headers[name]?.includes(MASK));
  const parts = [
    ...masked,
    ...(isCut ? ['the whole body'] : []),
    ...(body?.includes(MASK) || query.includes(MASK) ? ['masked secrets'] : []),
    ...(coding === 'base64' && body !== null ? ['a body that is no text'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Code that sends it by `fetch`. */
export function asFetch(entry: JournalEntry): string {
  const { method, body } = entry;
  const headers = headersOf(entry);
  const init = {
    method,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === null ? {} : { body }),
  };
  return `await fetch(${JSON.stringify(baseUrl + addressOf(entry))}, ${JSON.stringify(init, null, 2)});`;
}

function parametersOf(template: string, path: string): Record<string, string> {
  const names = Array.from(template.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name);
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\{[^}]+\}/g, '([^/]+)');
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

/** Parameters of a query, numbers as numbers. */
function queryOf(query: string): Record<string, unknown> {
  const pairs = Array.from(new URLSearchParams(query));
  return Object.fromEntries(pairs.map(([name, text]) => [name, /^-?\d{1,15}$/.test(text) ? Number(text) : text]));
}

function bodyOf(text: string | null): object {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Whether the SDK has its operation. */
export function isOfSdk({ operation }: JournalEntry): boolean {
  const [domain = '', name = ''] = operation?.split('.') ?? [];
  const methods: unknown = Object.entries(api.value).find(([key]) => key === domain)?.[1];
  return typeof methods === 'object' && methods !== null && Object.hasOwn(methods, name);
}

/** Code that calls its operation by the SDK. */
export async function asSdk({ operation, path, query, body }: JournalEntry): Promise<string> {
  const template = await templateOf(operation ?? '');
  const input = { ...parametersOf(template, path), ...queryOf(query), ...bodyOf(body) };
  const given = Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2);
  return `import { createClient } from '@understudy/client';

const api = createClient({ baseUrl: ${JSON.stringify(baseUrl)} });
await api.${operation}(${given});`;
}

/** Sends it again from the page, and selects it once the journal has it. */
export async function sendAgain(entry: JournalEntry): Promise<void> {
  const { method, body } = entry;
  const init: RequestInit = {
    method,
    headers: headersOf(entry),
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
  };
  if (body !== null && method !== 'GET' && method !== 'HEAD') init.body = body;
  const lacking = missingOf(entry);
  const without = lacking === undefined ? '' : `, without ${lacking}`;
  try {
    const response = await fetch(basePath + addressOf(entry), init);
    selectOnceThere(response.headers.get('x-request-id'));
    say(`Sent again${without}: ${response.status === 0 ? 'a redirect' : response.status}.`);
  } catch {
    say(`Sent again${without}: there was no answer.`);
  }
}
