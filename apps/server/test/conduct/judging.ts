/** Asks servers what their clients did wrong. */
import type { Verdict } from '@understudy/contract';
import { send } from '../sandboxes/client.js';
import type { TestServer } from '../support.js';

/** The sandbox whose clients are judged. */
export const SANDBOX = '/sandboxes/a';

/** Where its courses are. */
export const COURSES = `${SANDBOX}/api/education/courses`;

/** The verdicts on the clients of the sandbox. */
export async function verdicts(server: Pick<TestServer, 'fetch'>, query = ''): Promise<Verdict[]> {
  const { status, json } = await send(server, 'GET', `${SANDBOX}/conduct?per_page=50&${query}`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json['data'] as Verdict[];
}

/** The rules that were broken, each with its requests. */
export async function broken(server: Pick<TestServer, 'fetch'>, query = ''): Promise<[rule: string, number[]][]> {
  return (await verdicts(server, query)).map(({ rule, requests }) => [rule, requests]);
}
