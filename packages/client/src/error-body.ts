/** What an error body says, whoever wrote it: another server, a framework, or a proxy in between. */
import { isObject } from './error-kind.js';
import { maskText } from './request-summary.js';

/** Most characters of a body that an error keeps. */
export const KEPT = 65_536;

/** Longest quotation in a message. */
const QUOTED = 200;

/** Members that say what went wrong, those first that say most: RFC 9457, OAuth 2, JSON:API, GraphQL and their like. */
const SAYING = ['detail', 'error_description', 'message', 'msg', 'error', 'errors', 'title', 'reason', 'code'];

/** The text that a value of JSON has for people; how far down it may lie is limited. */
function saidIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (depth > 4) return undefined;
  if (Array.isArray(value)) return saidIn(value[0], depth + 1);
  if (!isObject(value)) return undefined;
  for (const name of SAYING) {
    const said = saidIn(value[name], depth + 1);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** What a page says: its title, or else its text. */
function saidByPage(page: string): string {
  const start = page.slice(0, 4096);
  const title = /<title[^>]*>([^<]+)/i.exec(start)?.[1];
  return title ?? start.replaceAll(/<(style|script)\b[^]*?<\/\1>|<[^>]*>/gi, ' ');
}

/** What a body says in words, for a message; its secrets masked. A body that was no JSON is a string. */
export function saidBy(body: unknown): string | undefined {
  const said = typeof body === 'string' && /^\s*</.test(body) ? saidByPage(body) : saidIn(body);
  const line = maskText(said?.slice(0, KEPT).replaceAll(/\s+/g, ' ').trim() ?? '');
  if (line === '') return undefined;
  return line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line;
}
