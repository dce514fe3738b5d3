/** Replicas: processes on one store, as they run behind a load balancer. */
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { NOW } from '../support.js';

/** What every replica is started with, so that all know the same address and time. */
export const SAME = ['--clock', NOW, '--public-url', 'http://understudy.test', '--max-records', '100000'];

/** An answer with its JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** Something that requests can be sent to. */
export type Target = Pick<SpawnedServer, 'fetch'>;

/** Starts replicas on a store, all at once. */
export function startReplicas(address: string, count: number): Promise<SpawnedServer[]> {
  return Promise.all(Array.from({ length: count }, () => spawnServer([...SAME, '--store', address])));
}

/** Sends a request, with a JSON body or a form, and reads the JSON of the answer. */
export async function ask(
  target: Target,
  method: string,
  path: string,
  { body, key }: { body?: object | URLSearchParams | undefined; key?: string | undefined } = {},
): Promise<Answered> {
  const isForm = body instanceof URLSearchParams;
  const response = await target.fetch(path, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  };
}

/** A course of a title, ready to be created. */
export function course(title: string) {
  return { title, category: 'Tests', difficulty: 'expert', instructor: 'Bo Li', duration_hours: 1 };
}

/** Creates a course, and answers its id; undefined where the request was not acknowledged. */
export async function create(target: Target, base: string, title: string): Promise<string | undefined> {
  try {
    const options = { body: course(title), key: title };
    const { status, json } = await ask(target, 'POST', `${base}/api/education/courses`, options);
    return status === 200 ? (json as { data: [{ id: string }] }).data[0].id : undefined;
  } catch {
    return undefined;
  }
}

/** Titles of all courses created in a sandbox, which come after the seeded ones. */
export async function titles(target: Target, base: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 5; ; page += 1) {
    const { json } = await ask(target, 'GET', `${base}/api/education/courses?per_page=50&page=${page}`);
    const { data, pagination } = json as { data: { title: string }[]; pagination: { totalPages: number } };
    found.push(...data.map(({ title }) => title));
    if (page >= pagination.totalPages) return found;
  }
}

/** The revision of a sandbox, as a replica reports it. */
export async function revision(target: Target, name: string): Promise<number> {
  const { json } = await ask(target, 'GET', `/sandboxes/${name}`);
  return (json as { data: { revision: number } }).data.revision;
}
