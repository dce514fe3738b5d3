/** Many clients send bodies at once and do not end them: what is held of them together is bounded, and let go of. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { inProcess } from '../support.js';
import { openEach } from '../use.js';
import { course } from '../sandboxes/client.js';

const server = openEach(inProcess);

const BYTES = 95_000;

/** A body that brings most of itself at once, and waits with the rest. */
function unfinished(end: Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode(`{"title":"${'x'.repeat(BYTES)}`));
      await end;
      controller.close();
    },
  });
}

function post(body: BodyInit): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return server.fetch('/api/education/courses', init);
}

const TITLE = 'answers 503 to those for whose bodies there is no room, and goes on when the others have ended';

it(TITLE, { timeout: patient(20_000) }, async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const answers = Array.from({ length: 800 }, () => post(unfinished(ended)));
  const refused = await Promise.any(
    answers.map(async (answer) => {
      const { status, headers } = await answer;
      expect(status).toBe(503);
      return headers.get('retry-after');
    }),
  );
  expect(refused).toBe('1');
  end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  // What was held was broken JSON.
  const held = statuses.filter((status) => status === 400).length;
  expect(held * BYTES).toBeLessThanOrEqual(64_000_000);
  expect(held * BYTES).toBeGreaterThan(50_000_000);
  expect(new Set(statuses)).toEqual(new Set([400, 503]));
  expect((await post(JSON.stringify(course))).status).toBe(200);
});
