/** Floods of webhooks, bounded: what an event with many receivers and a large body may cost. */
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import { advance, dispatch, register } from '../webhooks/hooks.js';
import { startReceiver } from '../webhooks/receiver.js';
import { send } from '../sandboxes/client.js';
import { inProcess, jsonRequest, type TestServer } from '../support.js';
import { within } from './budgets.js';
import { ending } from '../use.js';

/** As many as a sandbox may hold. */
const REGISTRATIONS = 100;

/** About as large as the body of a request may be. */
const note = 'x'.repeat(96_000);

const enrollment = (student: number) => ({
  student_id: `stu_${String(student).padStart(4, '0')}`,
  course_id: 'crs_0002',
});

async function start(options: Record<string, unknown>): Promise<TestServer> {
  const server = ending(await inProcess(options));
  const receiver = await startReceiver((response) => {
    // What came in is not what is measured.
    receiver.received.length = 0;
    response.writeHead(500).end();
  });
  ending(receiver);
  for (let i = 0; i < REGISTRATIONS; i++) await register(server, `${receiver.url}/${i}`);
  return server;
}

describe.each(['off', 'on'])('with a hundred registrations (delivery %s)', (webhookDelivery) => {
  it(
    'a write that emits an event holds the event loop for milliseconds',
    async () => {
      const server = await start({ webhookDelivery });
      // What is compiled and loaded with the first event is not charged.
      await send(server, 'POST', '/api/education/enrollments', enrollment(1));
      await server.idle();
      await within({ loopMs: 250 }, async () => {
        const { status } = await send(server, 'POST', '/api/education/enrollments', enrollment(2));
        expect(status).toBe(200);
        await server.idle();
      });
    },
    patient(30_000),
  );

  it(
    'large events are answered in part, and stored once each',
    async () => {
      const server = await start({ webhookDelivery });
      await dispatch(server, 'a.b', { data: { note } });
      await server.idle();
      const events = 5;
      // Five bodies, and five hundred deliveries that name them; a body in each would be 48 MB.
      await within({ heapBytes: 6_000_000, loopMs: 1000 }, async () => {
        for (let i = 0; i < events; i++) {
          const answer = await server.fetch('/api/webhooks/test/a.b', jsonRequest('POST', { data: { note } }));
          expect((await answer.arrayBuffer()).byteLength).toBeLessThan(700_000);
        }
        await server.idle();
      });
      // They are still there, or were never needed.
      expect(await advance(server, 1)).toBe(webhookDelivery === 'on' ? (events + 1) * REGISTRATIONS : 0);
    },
    patient(30_000),
  );
});
