/** Reads that are late, and writes that are lost, on every store, asked of the process that wrote or of another. */
import { describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { createCourse, send } from '../sandboxes/client.js';
import { type Backend, durableStores } from './stores.js';
import { ending } from '../use.js';

type Process = Awaited<ReturnType<typeof inThisProcess>>;

/** Two processes on a store, and what is asked of them in a sandbox under a fault. */
async function opened(find: () => Promise<Backend>, fault: string) {
  const backend = ending(await find());
  const [one, two] = [ending(await inThisProcess(backend.address)), ending(await inThisProcess(backend.address))];
  const ask = (to: Process, method: string, path: string, body?: object) =>
    send(to, method, `/sandboxes/late${path}`, body);
  expect((await ask(one, 'PUT', '', { clock: '2026-03-01T12:00:00Z' })).status).toBeLessThan(300);
  expect((await ask(one, 'PUT', '/faults', { rules: [{ when: { path: '/api/**' }, fault }] })).status).toBe(200);
  // As a balancer does, each is asked now and then.
  await ask(two, 'GET', '/api/events/venues');
  return {
    one,
    two,
    create: () => createCourse(one, '/sandboxes/late', 'Knots'),
    read: async (from: Process, id: string) => (await ask(from, 'GET', `/api/education/courses/${id}`)).status,
    advance: (seconds: number) => ask(one, 'POST', '/clock', { action: 'advance', seconds }),
  };
}

describe.each(durableStores)('on %s', (_name, find) => {
  it('a write is seen as much later by its process and by another', async () => {
    const { one, two, create, read, advance } = await opened(find, 'stale;seconds=30');
    const id = await create();
    expect([await read(one, id), await read(two, id)]).toEqual([404, 404]);
    await advance(29);
    expect([await read(one, id), await read(two, id)]).toEqual([404, 404]);
    await advance(2);
    expect([await read(one, id), await read(two, id)]).toEqual([200, 200]);
  });

  it('is seen at its time by a process that learns of it late', async () => {
    const { two, create, read, advance } = await opened(find, 'stale;seconds=30');
    const id = await create();
    await advance(31);
    expect(await read(two, id)).toBe(200);
  });

  it('a write that is lost is found by nobody', async () => {
    const { one, two, create, read } = await opened(find, 'lost_update');
    const id = await create();
    expect([await read(one, id), await read(two, id)]).toEqual([404, 404]);
  });
});
