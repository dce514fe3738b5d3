/** Runs the commands of a cell against a server in the page, which is loaded when the first one runs. */
import type { Understudy } from '@understudy/server';
import { config } from 'zod/v4/core';
import { type Command, readCommands } from './curl.js';

/** What came of a command. */
export interface Outcome {
  readonly command: Command;
  /** Left out where no answer came. */
  readonly status?: number;
  /** The head of the answer or why there is none, and what the command shows of the rest. */
  readonly title: string;
  readonly text: string;
}

/** The longest that a cell waits for an answer: the longest delay that a request can ask for, and somewhat more. */
const PATIENCE_MS = 15_000;

/** A body as it is read best: JSON over several lines, and of what is no text its length. */
function shownBody(bytes: Uint8Array, type: string): string {
  if (!/^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:x-ndjson|yaml)|$)/.test(type)) {
    return `${bytes.length.toLocaleString('en')} bytes of ${type}`;
  }
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What of a body comes before it ends, or before nobody waits for more. */
async function readBody({ body }: Response): Promise<{ bytes: Uint8Array; end: string }> {
  const parts: BlobPart[] = [];
  let end = '';
  try {
    for await (const part of body ?? []) parts.push(part as Uint8Array<ArrayBuffer>);
  } catch {
    end = '\n(the body ends here, before it is whole)';
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), end };
}

async function outcomeOf(server: Understudy, command: Command): Promise<Outcome> {
  const { url, init, shows } = command;
  try {
    const answer = await server.fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, statusText, headers } = answer;
    const type = headers.get('content-type') ?? '';
    const { bytes, end } = await readBody(answer);
    const head = shows.head ? [...headers].map(([name, value]) => `${name}: ${value}`).join('\n') : '';
    const body = shows.body && bytes.length > 0 ? shownBody(bytes, type) + end : end.trim();
    const text = [head, body].filter((part) => part !== '').join('\n\n');
    return { command, status, title: `${status} ${statusText}`.trim(), text };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const title = isLate ? `No answer within ${PATIENCE_MS / 1000} s` : 'The connection ended without an answer';
    return { command, title, text: '' };
  }
}

/** Starts a server when a cell first needs it, and runs cells against it in their order. */
export function cellRunner() {
  let server: Promise<Understudy> | undefined;
  const start = async () => {
    // The policy of the page allows no code that is made of text, which zod tries to make otherwise.
    config({ jitless: true });
    return (await import('@understudy/server')).createUnderstudy();
  };
  return {
    /**
     * Runs the commands of a cell, one after the other.
     *
     * @throws CellError naming what a cell cannot do
     */
    async *run(code: string): AsyncGenerator<Outcome> {
      const commands = readCommands(code);
      server ??= start();
      for (const command of commands) yield outcomeOf(await server, command);
    },
    /** Forgets the server with all that was written. */
    reset(): void {
      server = undefined;
    },
  };
}
