/** The files of data under test, and servers that are started with them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createUnderstudy, type Understudy, type UnderstudyOptions } from '../../src/index.js';
import { NOW } from '../support.js';

/** Path of a file of data. */
export const fileOf = (name: string): string => fileURLToPath(new URL(`./files/${name}.json`, import.meta.url));

/** What people who come from json-server read. */
export const pageText = readFileSync(new URL('../../../../docs/from-json-server.md', import.meta.url), 'utf8');

/** A server that is started with a file of data, on a clock that stands still. */
export function serving(name: string, options: UnderstudyOptions = {}): Understudy {
  return createUnderstudy({ data: fileOf(name), clock: NOW, log: 'off', ...options });
}

/** An answer, as far as tests compare it. */
export interface Asked {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  readonly json: unknown;
  readonly headers: Headers;
}

/** Asks a server. */
export async function ask(
  { fetch }: Pick<Understudy, 'fetch'>,
  line: string,
  body?: unknown,
  type = 'application/json',
): Promise<Asked> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } };
  const answer = await fetch(path, { method, ...sent });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const { status, headers } = answer;
  return { status, headers, text, location: headers.get('location'), json: isJson ? tryJson(text) : undefined };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
