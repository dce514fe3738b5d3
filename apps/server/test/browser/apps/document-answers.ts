/** What an API that was made of an OpenAPI document answers, in Node and in a page alike. */

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

const headers = { 'content-type': 'application/json' };

/** Requests of the pet shop: it lists, creates, reads, refuses, removes and misbehaves. */
const REQUESTS: readonly [string, RequestInit?][] = [
  ['/pets?limit=3&page=2'],
  ['/pets', { method: 'POST', headers, body: '{"name":"Rex"}' }],
  ['/pets/21'],
  ['/pets', { method: 'POST', headers, body: '{"name":5}' }],
  ['/pets/21', { method: 'DELETE' }],
  ['/pets/21'],
  ['/pets?fault=drift;p=0.5'],
];

/** The answers, one after the other. */
export async function documentAnswers(fetch: Fetch): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const [path, init] of REQUESTS) {
    const answer = await fetch(path, init);
    answers.push(`${init?.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`);
  }
  return answers;
}
