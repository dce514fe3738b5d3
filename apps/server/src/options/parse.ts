/** Readers of option values: each takes a text or a value, and throws NotAllowed for anything else. */
import { EARLIEST_INSTANT, LATEST_INSTANT } from '@understudy/contract/kit';
import type { Rate } from '../kit/implement.js';

/** Says what an option allows; thrown by a reader. */
export class NotAllowed extends Error {}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1000, mb: 1_000_000 };

/** A whole number within bounds. */
export function whole(min: number, max: number) {
  return (value: unknown): number => {
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) {
      return number;
    }
    throw new NotAllowed(`a whole number from ${min} to ${max}`);
  };
}

/** A number of bytes, such as 100000, 100kB or 10MB. */
export function bytes(min: number, max: number) {
  const read = whole(min, max);
  return (value: unknown): number => {
    const parts = typeof value === 'string' ? /^(\d{1,12})\s*([a-z]*)$/i.exec(value) : null;
    const unit = UNITS[parts?.[2]?.toLowerCase() ?? ''];
    try {
      return read(parts === null || unit === undefined ? value : Number(parts[1]) * unit);
    } catch {
      throw new NotAllowed(`a size from ${min} B to ${max / 1_000_000} MB, such as 100kB`);
    }
  };
}

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** A length of time in whole seconds, such as 3600, 90m or 1h. */
export function time(min: number, max: number, allowed = `a time of ${min} to ${max} seconds, such as 5s or 1m`) {
  const read = whole(min, max);
  return (value: unknown): number => {
    const parts = typeof value === 'string' ? /^(\d{1,9})\s*([smhd]?)$/.exec(value) : null;
    const unit = SECONDS[parts?.[2] ?? ''];
    try {
      return read(parts === null || unit === undefined ? value : Number(parts[1]) * unit);
    } catch {
      throw new NotAllowed(allowed);
    }
  };
}

/** The same, or null for `never`. */
export function duration(min: number, max: number) {
  const read = time(min, max, `never, or a time of ${min} to ${max} seconds, such as 90m or 1h`);
  return (value: unknown): number | null => (value === null || value === 'never' ? null : read(value));
}

/** So many in so long, such as 600/1m or 10/s; null for `none`. */
export function rate(value: unknown): Rate | null {
  if (value === null || value === 'none') return null;
  const parts = typeof value === 'string' ? /^(\d{1,9})\/(\d{0,5})([smhd])$/.exec(value) : null;
  const given = typeof value === 'object' && value !== null && 'requests' in value && 'seconds' in value ? value : null;
  const requests = parts === null ? given?.requests : Number(parts[1]);
  const seconds = parts === null ? given?.seconds : Number(parts[2] || 1) * (SECONDS[parts[3] ?? ''] ?? 0);
  try {
    return { requests: whole(1, 1_000_000_000)(requests), seconds: whole(1, 86_400)(seconds) };
  } catch {
    throw new NotAllowed('none, or a number in a time of up to a day, such as 600/1m or 10/s');
  }
}

/** On or off. */
export function flag(value: unknown): boolean {
  if (value === true || value === 'true' || value === '1' || value === 'on') return true;
  if (value === false || value === 'false' || value === '0' || value === 'off') return false;
  throw new NotAllowed('true or false');
}

/** One of some words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (value: unknown): Word => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new NotAllowed(`one of ${words.join(', ')}`);
    return found;
  };
}

/** A text that is not empty and not endless. */
export function text(value: unknown): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= 200) return value;
  throw new NotAllowed('a text of 1 to 200 characters');
}

/** A bearer token, of the characters that a header carries whole and without a space (RFC 6750 §2.1). */
export function token(value: unknown): string {
  if (typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value)) return value;
  throw new NotAllowed('a text of 1 to 200 visible ASCII characters without spaces');
}

/** A scope of OAuth (RFC 6749 §3.3). */
export function scope(value: unknown): string {
  if (typeof value === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(value)) return value;
  throw new NotAllowed('scopes, separated by commas, such as openid,orders:read');
}

/** A path: no database in memory, no URI of SQLite's with a scheme, a host or parameters, which would be names of files. */
const SQLITE = /^sqlite:(?!:memory:|file:|\/\/[^/]|[^\0]*\?\w+=)[^\0]{1,4000}$/;

/** `memory`, `sqlite:PATH`, or the URL of a PostgreSQL database. */
export function store(value: unknown): string {
  const isLocal = typeof value === 'string' && (value === 'memory' || SQLITE.test(value));
  const isAddress = typeof value === 'string' && /^postgres(?:ql)?:\/\/\S{1,4000}$/.test(value) && URL.canParse(value);
  if (isLocal || isAddress) return value;
  throw new NotAllowed(
    'memory, sqlite:PATH with the path of a file, or a URL such as postgres://user:password@host/database',
  );
}

/** Several values, from a list or a text with commas; an empty text is no value. */
export function many<Value>(read: (value: unknown) => Value) {
  return (value: unknown): readonly Value[] => {
    const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
    if (!Array.isArray(parts)) throw new NotAllowed('a list, separated by commas');
    return parts.filter((part) => part !== '').map(read);
  };
}

/** `real`, or an instant with a time zone, in ms since 1970. */
export function clock(value: unknown): 'real' | number {
  if (value === 'real') return value;
  const instant = value instanceof Date ? value.toISOString() : value;
  const isInstant =
    typeof instant === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(instant);
  const ms = isInstant ? Date.parse(instant) : Number.NaN;
  if (ms >= EARLIEST_INSTANT && ms <= LATEST_INSTANT) return ms;
  throw new NotAllowed('real, or an ISO 8601 instant in the years 0000 to 9999, such as 2026-01-01T00:00:00Z');
}

/** Sizes by collection, from a record or from `students=1000,courses=50`. */
export function sizes(defaults: Readonly<Record<string, number>>, max: number) {
  const names = Object.keys(defaults).join(', ');
  const read = whole(0, max);
  const allowed = `name=number with a whole number from 0 to ${max} and one of the names ${names}`;
  return (value: unknown): Readonly<Record<string, number>> => {
    const pairs: readonly (readonly [string, unknown])[] =
      typeof value === 'string'
        ? value
            .split(',')
            .filter((pair) => pair.trim() !== '')
            .map((pair) => {
              const [name = '', size = ''] = pair.split('=', 2);
              return [name.trim(), size.trim()];
            })
        : Object.entries(typeof value === 'object' && value !== null ? value : { '': '' });
    const result: Record<string, number> = { ...defaults };
    for (const [name, size] of pairs) {
      if (!Object.hasOwn(defaults, name)) throw new NotAllowed(allowed);
      try {
        result[name] = read(size);
      } catch {
        throw new NotAllowed(allowed);
      }
    }
    return result;
  };
}

/** The path of a file or a folder. */
export const path =
  (allowed: string) =>
  (value: unknown): string => {
    if (typeof value === 'string' && /^[^\0]{1,4000}$/.test(value)) return value;
    throw new NotAllowed(allowed);
  };

/** JSON: the path of a file, or what is in one. */
export const json = (value: unknown): string | object =>
  typeof value === 'object' && value !== null ? value : path('the path of a JSON file, such as db.json')(value);

/** The address of a server or a sandbox, without a slash at its end. */
export function address(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol, origin, pathname, username, password } = new URL(value);
    const isPlain = username === '' && password === '';
    if (/^https?:$/.test(protocol) && isPlain) return origin + pathname.replace(/\/+$/, '');
  }
  throw new NotAllowed('the http or https address of a server, such as http://127.0.0.1:4010');
}
