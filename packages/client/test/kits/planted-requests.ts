/** Requests with secrets for the tests of a user: written to a file by the one who runs them, and sent by them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planted } from '@understudy/tooling/secrets';

/** A request, as a file can hold it. */
interface PlantedRequest {
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In Base64. */
  readonly body: string | undefined;
}

/** Of so many positions one is tried; `npm run suite -- secrets` tries all. */
const EACH = 4;

const folder = fileURLToPath(new URL('../../.cache/kits/', import.meta.url));

function plantedRequest(make: () => ReturnType<(typeof planted)[number][1]>) {
  const { secret, method, headers, path = '/api/education/courses', query = '', body } = make();
  const request: PlantedRequest = {
    target: query === '' ? path : `${path}?${query}`,
    method,
    // As an empty value of fetch would be refused.
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    body: body === undefined ? undefined : Buffer.from(body).toString('base64'),
  };
  return { secret, request };
}

/** Writes requests to a file, and gives the variable that names it and the secrets in them. */
export function plantRequests(name: string): { env: Record<string, string>; secrets: string[] } {
  const all = planted.filter((_, i) => i % EACH === 0).map(([, make]) => plantedRequest(make));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}${name}.json`;
  writeFileSync(file, JSON.stringify(all.map(({ request }) => request)));
  return { env: { PLANTED_REQUESTS: file }, secrets: all.map(({ secret }) => secret) };
}

/** Sends the requests. */
export async function sendPlanted(send: (path: string, init: RequestInit) => Promise<Response>): Promise<void> {
  const file = process.env['PLANTED_REQUESTS'];
  if (file === undefined) throw new Error('PLANTED_REQUESTS names no file');
  const requests: PlantedRequest[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const { target, method, headers, body } of requests) {
    const answer = await send(target, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body: Buffer.from(body, 'base64') }),
    });
    await answer.arrayBuffer();
  }
}
