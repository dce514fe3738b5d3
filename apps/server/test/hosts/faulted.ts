/** A Node server whose answers have faults, in the place of the edge. */
import type { Finished } from '../../src/http/finish.js';
import { Chunks, OpenStream } from '../../src/http/open-stream.js';
import { Timers } from '../../src/http/timers.js';
import { type Listening, serve, type ServeLimits } from '../../src/transport/node.js';

/** A wait that goes on until it is let go. */
export interface Wait {
  readonly ms: number;
  readonly letGo: () => void;
}

/** Waits that a test ends by hand. */
export class Gates {
  /** Those that were asked for, in order. */
  readonly asked: number[] = [];
  /** Those that go on. */
  readonly open = new Set<Wait>();

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        this.open.delete(wait);
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        end();
        reject(signal.reason);
      };
      const letGo = (): void => {
        end();
        resolve();
      };
      const wait = { ms, letGo };
      this.asked.push(ms);
      this.open.add(wait);
      signal.addEventListener('abort', abort);
    });

  letGo(): void {
    for (const { letGo } of this.open) letGo();
  }
}

/** Waits for nothing. */
export const atOnce = async (): Promise<void> => undefined;

/** The answers of a server, by the path of the request. */
export type Answers = (path: string) => Finished | Promise<Finished>;

/** An answer of text. */
export function text(body: string, wire?: Finished['wire']): Finished {
  return { status: 200, headers: { 'content-length': String(Buffer.byteLength(body)) }, body: Buffer.from(body), wire };
}

/** An answer whose length nobody knows. */
export function streamed(chunks: readonly string[], wire?: Finished['wire']): Finished & { body: OpenStream } {
  const left = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (stream) => {
      const chunk = left.shift();
      if (chunk === undefined) stream.close();
      else stream.enqueue(chunk);
    },
  });
  return { status: 200, headers: {}, body: new OpenStream(new Chunks(body)), wire };
}

/** Serves answers on a free port of the loopback address. */
export function serveAnswers(
  answers: Answers,
  sleep: Gates['sleep'] = atOnce,
  limits: ServeLimits = {},
): Promise<Listening> {
  const answer = async ({ url }: { readonly url: string }): Promise<Finished> => answers(new URL(url).pathname);
  const begin = (request: { readonly url: string }) => ({ finished: answer(request) });
  const edge = { begin, timers: new Timers(sleep) };
  return serve(edge, { host: '127.0.0.1', port: 0 }, limits);
}
