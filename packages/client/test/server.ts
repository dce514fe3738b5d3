/** Servers for the tests: the real one in this process with its requests on record, and ones that answer by script. */
import { createUnderstudy, type UnderstudyOptions } from '@understudy/server';

/** A request as it was sent. */
export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request. */
export type Answer = (request: Request) => Promise<Response>;

/** A fetch that takes whatever the global one does. */
export type WholeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A fetch that keeps what was sent through it. */
export interface Recorder {
  readonly fetch: WholeFetch;
  readonly sent: Sent[];
}

export const baseUrl = 'http://understudy.local';

/** A fetch of what answers requests. */
export const byRequest =
  (answer: Answer): WholeFetch =>
  (input, init) =>
    answer(new Request(input, init));

/** Keeps what is sent, and hands it on. */
export function recorded(fetch: Answer): Recorder {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const copy = request.clone();
      const { method, url, headers } = copy;
      sent.push({ method, url: new URL(url), headers: Object.fromEntries(headers), body: await copy.text() });
      return fetch(request);
    },
  };
}

/** A real server with a fixed clock that holds no answer back. */
export function realServer(options: UnderstudyOptions = {}): Recorder {
  const fixed = { clock: '2026-01-01T00:00:00Z', log: 'off', sleep: async () => undefined };
  const understudy = createUnderstudy({ ...fixed, ...options });
  return recorded(understudy.fetch);
}

/** Answers the requests one by one with what it is given, and the last one again and again. */
export function scripted(...answers: readonly (() => Response | Promise<Response>)[]): Recorder {
  let next = 0;
  return recorded(async () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer === undefined) throw new Error('nothing to answer');
    return answer();
  });
}

/** A JSON answer. */
export function json(body: unknown, init: ResponseInit = {}): () => Response {
  return () => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });
}

/** A page as a server might answer it. */
export function page(ids: readonly string[], pagination: object, headers: Record<string, string> = {}): () => Response {
  const whole = { page: 1, perPage: 2, total: 4, totalPages: 2, ...pagination };
  return json({ data: ids.map((id) => ({ id })), pagination: whole, meta: { delayMs: 0 } }, { headers });
}

/** Notes the waits instead of waiting. */
export function noWaiting() {
  const waits: number[] = [];
  return {
    waits,
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
}

/** What a promise is rejected with. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
