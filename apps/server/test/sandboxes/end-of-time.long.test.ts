/** The years 0000 to 9999: no clock is set outside of them, and none runs out of them. */
import { operations, prepareCall } from '@understudy/tooling/operations';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inProcess, settingsOf } from '../support.js';
import { faults, sandboxOf, send } from './client.js';
import { openEach } from '../use.js';

const LAST = '9999-12-31T23:59:59.999Z';
const FIRST = '0000-01-01T00:00:00.000Z';

const server = openEach(inProcess);
afterEach(async () => {
  vi.useRealTimers();
});

const put = (clock: string) => send(server, 'PUT', '/sandboxes/a', { clock });
const wind = (body: object) => send(server, 'POST', '/sandboxes/a/clock', body);

async function clockOf(): Promise<{ mode: string; now: string }> {
  const { status, json } = await send(server, 'GET', '/sandboxes?q=a');
  expect(status).toBe(200);
  const one = (json['data'] as { name: string; clock: { mode: string; now: string } }[]).find(
    ({ name }) => name === 'a',
  );
  if (one === undefined) throw new Error('there is no sandbox a');
  return one.clock;
}

const outside = ['9999-12-31T23:59:59.999-00:01', '9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+00:01'];

describe('an instant outside is refused', () => {
  it.each(outside)('by PUT and by freezing: %s', async (instant) => {
    const byPut = await put(instant);
    expect([byPut.status, faults(byPut)]).toEqual([400, ['#/clock invalid_format']]);
    const byFreezing = await wind({ action: 'freeze', at: instant });
    expect([byFreezing.status, faults(byFreezing)]).toEqual([400, ['#/at invalid_format']]);
    expect((await send(server, 'GET', '/sandboxes')).status).toBe(200);
  });

  it.each(outside)('as an option: %s', (clock) => {
    expect(() => settingsOf({ clock })).toThrow('in the years 0000 to 9999');
  });

  it('by advancing, wherever the clock stands or runs', async () => {
    await put('9999-12-31T23:59:59.000Z');
    expect(faults(await wind({ action: 'advance', seconds: 1 }))).toEqual(['#/seconds too_big']);
    await wind({ action: 'resume' });
    expect(faults(await wind({ action: 'advance', seconds: 3_155_760_000 }))).toEqual(['#/seconds too_big']);
    expect((await wind({ action: 'freeze', at: LAST })).status).toBe(200);
    expect((await wind({ action: 'advance', seconds: 0 })).status).toBe(200);
  });
});

it('both ends are inside', async () => {
  expect(sandboxOf(await put(LAST)).clock.now).toBe(LAST);
  expect(sandboxOf(await put(FIRST)).clock.now).toBe(FIRST);
  expect(settingsOf({ clock: LAST }).clock).toBe(Date.parse(LAST));
});

it('a clock that reaches the end stands there, and says so', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] });
  await put('9999-12-31T23:59:58.000Z');
  expect((await wind({ action: 'resume' })).json).toMatchObject({ data: [{ mode: 'running' }] });
  vi.setSystemTime(Date.UTC(2026, 5, 2));
  expect(await clockOf()).toEqual({ mode: 'frozen', now: LAST });
  for (const body of [{ action: 'resume' }, { action: 'advance', seconds: 0 }, { action: 'freeze' }]) {
    const { status, json } = await wind(body);
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: [{ mode: 'frozen', now: LAST }] });
  }
});

describe.each([LAST, FIRST])('at %s', (clock) => {
  it('every operation works', async () => {
    await using at = await inProcess({ clock, webhookDelivery: 'off' });
    for (const operation of operations) {
      const { input, headers } = await prepareCall(at.fetch, operation);
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
      const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
      const hasBody = operation.meta.bodies.length > 0;
      const { status, body } = await at.fetch(hasBody ? path : `${path}?${query}`, {
        method: operation.method,
        headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(hasBody ? { body: JSON.stringify(input) } : {}),
      });
      // A stream goes on.
      await body?.cancel();
      expect(`${operation.name} ${status}`).not.toMatch(/ 5\d\d$/);
    }
  });
});
