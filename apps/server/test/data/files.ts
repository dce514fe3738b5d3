/** The files of data under test, and servers that are started with them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
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

/** A request, and what it answers: a status, the ids of a list, the parameter that a 400 names, or the whole JSON. */
export type Step = readonly [line: string, expected: unknown, body?: unknown];

/** What a 400 names. */
export const parameter = (name: string) => ({ refused: name });

function seen({ status, json }: Asked, expected: unknown): unknown {
  if (typeof expected === 'number') return status;
  if (Array.isArray(expected) && typeof expected[0] === 'number' && Array.isArray(json)) {
    return json.map(({ id }: { id: unknown }) => id);
  }
  const { errors: [fault] = [] } = (json ?? {}) as { errors?: { parameter?: string }[] };
  return status === 400 && fault !== undefined ? parameter(fault.parameter ?? '') : json;
}

/** Makes requests one after the other, and holds each answer against what is expected of it. */
export async function holds(server: Pick<Understudy, 'fetch'>, steps: readonly Step[]): Promise<void> {
  for (const [line, expected, body] of steps) {
    const [method = '', ...path] = line.split(' ');
    // What is encoded already stays so.
    const target = encodeURI(path.join(' ')).replaceAll('%25', '%');
    const answer = await ask(server, `${method} ${target}`, body);
    expect([line, seen(answer, expected)], answer.text).toEqual([line, expected]);
  }
}
