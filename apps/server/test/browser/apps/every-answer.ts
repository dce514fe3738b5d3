/** Calls every operation with its sample input, both ways, and says what came: in a page the same as in Node. */
import { contract, type Operation } from '@understudy/contract';
import { prepareCall } from '@understudy/contract/samples';
import { defaultSandbox, type Host, transports } from '../../../src/check/host.js';

/** Answers a path. */
export type Answering = (path: string, init?: RequestInit) => Promise<Response>;

/** What an answer says of itself that must be the same wherever it is made. */
const SAME = ['content-type', 'etag', 'location', 'link', 'cache-control', 'www-authenticate', 'content-length'];

/** What differs from run to run: ids of requests, times, and tokens that are drawn. */
const UNEQUAL =
  /"(?:id|request_id|duration_ms|received_at|created_at|expires_at|last_used_at|token|value)":(?:"[^"]*"|[\d.]+)/g;

const operations: readonly Operation[] = Object.values(contract).flatMap((domain) => Object.values(domain.operations));

/** Operations whose answers hold what the machine measured, or drew. */
const measured: ReadonlySet<string> = new Set([
  'sandboxes.listRequests',
  'sandboxes.listInbox',
  'sandboxes.listSandboxes',
  'sandboxes.createControlToken',
]);

/** What each operation answers, by its name and the way it was called, as text. */
export async function everyAnswer(origin: string, start: () => Answering): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const transport of transports) {
    for (const operation of operations) {
      const fetch = start();
      const host: Host = { origin, fetch, waits: [], callMs: 60_000, close: async () => undefined };
      const { input, headers } = await prepareCall(fetch, operation);
      const answer = await transport.call(defaultSandbox(host), operation, { input, headers });
      const said = SAME.map((name) => `${name}: ${answer.headers.get(name)}`);
      const text = measured.has(operation.name) ? answer.text.replace(UNEQUAL, '') : answer.text;
      answers[`${operation.name} over ${transport.name}`] = [answer.status, ...said, text].join('\n');
    }
  }
  return answers;
}
