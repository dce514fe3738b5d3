/** The clock of a sandbox: frozen, advanced, resumed, and never going back once something was written. */
import { afterEach, expect, it, vi } from 'vitest';
import { inProcess, NOW } from '../support.js';
import { createCourse, faults, sandboxOf, send } from './client.js';
import { openEach } from '../use.js';

const server = openEach(inProcess);
afterEach(async () => {
  vi.useRealTimers();
});

const wind = (body: object, headers = {}) => send(server, 'POST', '/sandboxes/a/clock', body, headers);
const now = async () => sandboxOf(await send(server, 'GET', '/sandboxes/a')).clock.now;

async function createdAt(title: string): Promise<string> {
  const id = await createCourse(server, '/sandboxes/a', title);
  const { json } = await send(server, 'GET', `/sandboxes/a/api/education/courses/${id}`);
  return (json as { data: { created_at: string } }).data.created_at;
}

it('dates what is created, and moves by exactly what it is given', async () => {
  expect(await createdAt('One')).toBe(NOW);
  const { json } = await wind({ action: 'advance', seconds: 90.5 });
  expect(json).toMatchObject({
    data: [{ mode: 'frozen', now: '2026-03-01T12:01:30.500Z', expired: 0, due: 0 }],
    pagination: { page: 1, perPage: 10, total: 1, totalPages: 1 },
  });
  expect(await createdAt('Two')).toBe('2026-03-01T12:01:30.500Z');
  await wind({ action: 'freeze', at: '2026-03-02T00:00:00+01:00' });
  expect(await createdAt('Three')).toBe('2026-03-01T23:00:00.000Z');
});

it('winds one sandbox alone', async () => {
  await wind({ action: 'advance', seconds: 3600 });
  expect(await now()).toBe('2026-03-01T13:00:00.000Z');
  expect(sandboxOf(await send(server, 'GET', '/sandboxes/default')).clock.now).toBe(NOW);
});

it('goes to any instant while nothing was written, afterwards only forward', async () => {
  await wind({ action: 'freeze', at: '2040-01-01T00:00:00Z' });
  await wind({ action: 'freeze', at: '1999-01-01T00:00:00Z' });
  expect(await now()).toBe('1999-01-01T00:00:00.000Z');
  await createCourse(server, '/sandboxes/a', 'One');
  const back = await wind({ action: 'freeze', at: '1998-12-31T23:59:59Z' });
  expect(back.status).toBe(409);
  expect(faults(back)).toEqual(['#/at conflict']);
  expect(await now()).toBe('1999-01-01T00:00:00.000Z');
  const put = await send(server, 'PUT', '/sandboxes/a', { clock: '1998-01-01T00:00:00Z' });
  expect(put.status).toBe(409);
  expect(faults(put)).toEqual(['#/clock conflict']);
  expect((await wind({ action: 'freeze', at: '1999-01-01T00:00:00Z' })).status).toBe(200);
  expect((await send(server, 'PUT', '/sandboxes/a', { clock: '2001-01-01T00:00:00Z' })).status).toBe(200);
  expect(await now()).toBe('2001-01-01T00:00:00.000Z');
  await send(server, 'POST', '/sandboxes/a/reset');
  expect(await now()).toBe('2001-01-01T00:00:00.000Z');
});

it('follows the machine when real, stands when frozen, runs on when resumed', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] });
  await send(server, 'PUT', '/sandboxes/a', { clock: 'real' });
  expect(await now()).toBe('2026-06-01T00:00:00.000Z');
  vi.setSystemTime(Date.UTC(2026, 5, 2));
  expect(await now()).toBe('2026-06-02T00:00:00.000Z');
  await wind({ action: 'freeze' });
  vi.setSystemTime(Date.UTC(2026, 5, 4));
  expect(await now()).toBe('2026-06-02T00:00:00.000Z');
  await wind({ action: 'resume' });
  expect(await now()).toBe('2026-06-02T00:00:00.000Z');
  vi.setSystemTime(Date.UTC(2026, 5, 5));
  expect(await now()).toBe('2026-06-03T00:00:00.000Z');
  const { json } = await wind({ action: 'advance', seconds: 86_400 });
  expect(json).toMatchObject({ data: [{ mode: 'running', now: '2026-06-04T00:00:00.000Z' }] });
});

it('advances once for one Idempotency-Key', async () => {
  const key = { 'idempotency-key': 'tick' };
  const first = await wind({ action: 'advance', seconds: 60 }, key);
  expect((await wind({ action: 'advance', seconds: 60 }, key)).json).toEqual(first.json);
  expect(await now()).toBe('2026-03-01T12:01:00.000Z');
  expect((await wind({ action: 'advance', seconds: 61 }, key)).status).toBe(422);
});

it.each([
  [{}, ['#/action required']],
  [{ action: 'rewind' }, ['#/action invalid_value']],
  [{ action: 'advance' }, ['#/seconds required']],
  [{ action: 'advance', seconds: -1 }, ['#/seconds too_small']],
  [{ action: 'advance', seconds: '60' }, ['#/seconds invalid_type']],
  [{ action: 'resume', seconds: 1, at: NOW }, ['#/at excluded', '#/seconds excluded']],
  [{ action: 'freeze', at: 'tomorrow' }, ['#/at invalid_format']],
  [{ action: 'freeze', at: '2026-01-01' }, ['#/at invalid_format']],
])('refuses %j', async (body, expected) => {
  const answer = await wind(body);
  expect(answer.status).toBe(400);
  expect(faults(answer)).toEqual(expected);
});

it('refuses to go past the year 9999', async () => {
  await wind({ action: 'freeze', at: '9999-12-31T00:00:00Z' });
  expect((await wind({ action: 'advance', seconds: 86_400 })).status).toBe(400);
});

it.each([{ action: 'freeze' }, { action: 'advance', seconds: 0.001 }, { action: 'resume' }])(
  'obeys %j also while time goes on under it',
  async (body) => {
    await using real = await inProcess({ clock: 'real' });
    await createCourse(real, '/sandboxes/a', 'One');
    let present = Date.now();
    const ticking = vi.spyOn(Date, 'now').mockImplementation(() => (present += 1));
    expect((await send(real, 'POST', '/sandboxes/a/clock', body)).status).toBe(200);
    ticking.mockRestore();
  },
);
