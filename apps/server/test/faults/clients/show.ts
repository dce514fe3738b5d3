/** Shows a fault to a client, in a sandbox of their own. */
import type { Case } from './cases.js';
import { type Client, textOf } from './seen.js';

/** With characters that other encodings have other bytes for. */
const TITLE = 'Käse für Łukasz – 世界';

const course = (title: string) =>
  JSON.stringify({ title, category: 'Food', difficulty: 'beginner', instructor: 'Ada Moreno', duration_hours: 1 });

const COURSES = '/api/education/courses';

/** Courses that a sandbox begins with. */
const SEEDED = 200;

/** The server under test, and the sandbox in which a fault is shown. */
export interface Stage {
  readonly server: { readonly origin: string; readonly fetch: (path: string, init?: RequestInit) => Promise<Response> };
  readonly sandbox: string;
}

async function send({ server, sandbox }: Stage, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const answer = await server.fetch(`/sandboxes/${sandbox}${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path} ${String(init.body)}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function setRule(stage: Stage, fault: string): Promise<void> {
  await send(stage, '/faults', { method: 'PUT', body: JSON.stringify({ rules: [{ fault }] }) });
}

const urlOf = ({ server, sandbox }: Stage) => `${server.origin}/sandboxes/${sandbox}${COURSES}`;

/** What the client says of a read of one course. */
export async function showRead(client: Client, { fault, query, limitMs }: Case, stage: Stage): Promise<string> {
  const written = await send(stage, COURSES, { method: 'POST', body: course(TITLE) });
  const { data } = (await written.json()) as { data: readonly { id: string }[] };
  await setRule(stage, fault);
  const url = `${urlOf(stage)}/${data[0]?.id}${query === undefined ? '' : `?${query}`}`;
  return textOf(await client.ask({ url, method: 'GET', limitMs, title: TITLE }));
}

/** What the client says of a write, and how often it was made. */
export async function showWrite(client: Client, { fault, limitMs }: Case, stage: Stage): Promise<string> {
  const asked = { url: urlOf(stage), limitMs, title: TITLE };
  // Then there is a connection that it has used before.
  await client.ask({ ...asked, method: 'GET' });
  await setRule(stage, fault);
  const seen = await client.ask({ ...asked, method: 'POST', body: course(TITLE) });
  await send(stage, '/faults', { method: 'DELETE' });
  const list = await send(stage, `${COURSES}?per_page=1`);
  const { pagination } = (await list.json()) as { pagination: { total: number } };
  return `${textOf(seen)}; ${timesText(pagination.total - SEEDED)}`;
}

/** Sandboxes that faults were shown in. */
let shown = 0;

/** What a client says of each case, each in a sandbox of its own, some at the same time. */
export async function showAll(
  client: Client,
  server: Stage['server'],
  { cases, show, atOnce = 8 }: { cases: readonly Case[]; show: typeof showRead; atOnce?: number },
): Promise<string[]> {
  const said: string[] = [];
  const queue = cases.entries();
  const work = async () => {
    for (const [index, one] of queue) {
      shown += 1;
      said[index] = await show(client, one, { server, sandbox: `shown-${shown}` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return said;
}

function timesText(times: number): string {
  return ['not written', 'written'][times] ?? 'written more than once';
}
