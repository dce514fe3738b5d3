/** Signatures: the libraries that receivers use verify every delivery, and nothing else. */
import type { Webhook } from '@understudy/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inProcess, NOW } from '../support.js';
import { advance, BASE64_SECRET, dispatch, RAW_SECRET, register } from './hooks.js';
import { startReceiver } from './receiver.js';
import { type Signed, verifyStandard, verifyStripe } from './verify.js';
import { openEach } from '../use.js';

beforeEach(async () => {
  // The libraries hold timestamps against the clock of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
});
const server = openEach(() => inProcess({ webhookDelivery: 'on' }));
const receiver = openEach(startReceiver);
afterEach(async () => {
  vi.useRealTimers();
});

async function deliver(secret?: string): Promise<{ webhook: Webhook; secret: string; signed: Signed }> {
  const webhook = await register(server, receiver.url, secret === undefined ? {} : { secret });
  await dispatch(server, 'invoice.paid', { data: { id: 'in_1', note: 'Zoë — 5 €' } });
  await server.idle();
  const [signed] = receiver.received;
  if (signed === undefined) throw new Error('nothing was delivered');
  return { webhook, signed, secret: webhook.secret ?? '' };
}

describe.each([
  ['a base64 secret', BASE64_SECRET, 'base64'],
  ['a padded base64 secret', 'whsec_c2VjcmV0cw==', 'base64'],
  ['a raw secret', RAW_SECRET, 'raw'],
  ['a whsec_ secret that is no base64', 'whsec_not-base64!', 'raw'],
  // The decoder of the library throws at these.
  ['base64 that is cut short', 'whsec_abc', 'raw'],
  ['base64 with padding in its middle', 'whsec_ab==cdef', 'raw'],
  ['a prefix and nothing else', 'whsec_', 'raw'],
  ['a generated secret', undefined, 'base64'],
] as const)('%s', (_what, given, form) => {
  it('is verified by both libraries, over the bytes that came in', async () => {
    const { webhook, secret, signed } = await deliver(given);
    expect(webhook.signing).toBe(form);
    if (given !== undefined) expect(secret).toBe(given);
    const event = JSON.parse(signed.body.toString()) as object;
    expect(event).toMatchObject({ object: 'event', type: 'invoice.paid', data: { object: { id: 'in_1' } } });
    expect(verifyStandard(signed, secret, form)).toEqual(event);
    expect(verifyStripe(signed, secret)).toMatchObject(event);
    expect(verifyStripe({ ...signed, body: signed.body.toString() }, secret)).toMatchObject(event);
  });

  it('is refused by both once its JSON was parsed and written again', async () => {
    const { secret, signed } = await deliver(given);
    const body = JSON.stringify(JSON.parse(signed.body.toString()));
    expect(() => verifyStandard({ ...signed, body }, secret, form)).toThrow('No matching signature');
    expect(() => verifyStripe({ ...signed, body }, secret)).toThrow('No signatures found');
  });

  it('is refused by both with a byte changed, too late, too early, or with another secret', async () => {
    const { secret, signed } = await deliver(given);
    const changed = Buffer.from(signed.body);
    changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
    const other = form === 'raw' ? `${secret}x` : 'whsec_D2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const refused = (at: Signed, key: string) => {
      expect(() => verifyStandard(at, key, form)).toThrow(/No matching signature|Message timestamp/);
      expect(() => verifyStripe(at, key)).toThrow(/No signatures found|Timestamp outside/);
    };
    refused({ ...signed, body: changed }, secret);
    refused(signed, other);
    vi.setSystemTime(Date.parse(NOW) + 301_000);
    refused(signed, secret);
    vi.setSystemTime(Date.parse(NOW));
    verifyStandard(signed, secret, form);
    verifyStripe(signed, secret);
    vi.setSystemTime(Date.parse(NOW) - 301_000);
    expect(() => verifyStandard(signed, secret, form)).toThrow('too new');
  });
});

it('signs the id: another one is not verified', async () => {
  const { secret, signed } = await deliver();
  const headers = { ...signed.headers, 'webhook-id': 'evt_n000009' };
  expect(() => verifyStandard({ ...signed, headers }, secret, 'base64')).toThrow('No matching signature');
});

it('generates secrets that differ by registration and seed, and are equal for equal ones', async () => {
  const secrets = async (seed: string) => {
    const another = await inProcess({ seed });
    const all = [
      await register(another, 'http://127.0.0.1:9/a'),
      await register(another, 'http://127.0.0.1:9/b'),
      await register(another, 'http://127.0.0.1:9/a', { events: ['a.b'] }),
    ].map(({ secret }) => secret);
    await another.close();
    return all;
  };
  const [first, again, other] = [await secrets('x'), await secrets('x'), await secrets('y')];
  expect(again).toEqual(first);
  expect(new Set([...first, ...other]).size).toBe(6);
  for (const secret of first) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
});

describe('a secret that is replaced', () => {
  const DAY = 24 * 60 * 60;
  /** The secrets of a list by which both libraries verify what a test event sends now. */
  async function verifying(secrets: readonly string[]): Promise<string[]> {
    const [shown] = (await dispatch(server, 'a.b')).deliveries;
    await server.idle();
    const signed = receiver.received.at(-1);
    if (signed === undefined) throw new Error('nothing was delivered');
    // What is shown is what was sent, also where more than one secret signs.
    expect(signed.headers).toMatchObject(shown?.headers ?? {});
    vi.setSystemTime(Number(signed.headers['webhook-timestamp']) * 1000);
    return secrets.filter((secret) => {
      const isVerified = (verify: () => unknown) => {
        try {
          return verify() !== undefined;
        } catch {
          return false;
        }
      };
      const standard = isVerified(() => verifyStandard(signed, secret, secret.startsWith('whsec_') ? 'base64' : 'raw'));
      expect(isVerified(() => verifyStripe(signed, secret))).toBe(standard);
      return standard;
    });
  }
  const replace = (secret: string) => register(server, receiver.url, { secret });

  it('goes on signing for a day, and no longer', async () => {
    const both = [BASE64_SECRET, RAW_SECRET];
    await replace(BASE64_SECRET);
    expect(await verifying(both)).toEqual([BASE64_SECRET]);
    expect(await replace(RAW_SECRET)).toMatchObject({ secret: RAW_SECRET, signing: 'raw' });
    expect(await verifying(both)).toEqual(both);
    await advance(server, DAY - 1);
    expect(await verifying(both)).toEqual(both);
    await advance(server, 1);
    expect(await verifying(both)).toEqual([RAW_SECRET]);
  });

  it('is one of three at most, and signs once where it comes back', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    for (const secret of all) await replace(secret);
    expect(await verifying(all)).toEqual(['b', 'c', 'd', 'e']);
    await replace('c');
    expect(await verifying(all)).toEqual(['b', 'c', 'd', 'e']);
    const { headers } = (await dispatch(server, 'a.b')).deliveries[0] ?? {};
    expect(headers?.['webhook-signature']?.split(' ')).toHaveLength(4);
  });

  it('signs no more where the registration was deleted, and is in no answer', async () => {
    const { id } = await replace('a');
    await replace('b');
    const listed = await server.fetch('/api/webhooks/registrations');
    expect(await listed.text()).not.toMatch(/secret/);
    const deleted = await server.fetch(`/api/webhooks/registrations/${id}`, { method: 'DELETE' });
    expect(await deleted.text()).not.toMatch(/secret/);
    await replace('c');
    expect(await verifying(['a', 'b', 'c'])).toEqual(['c']);
  });

  it('is kept by a snapshot', async () => {
    await replace('a');
    await replace('b');
    const snapshot = await (await server.fetch('/sandboxes/default/snapshot')).text();
    await server.fetch('/sandboxes/default/reset', { method: 'POST' });
    const headers = { 'content-type': 'application/json' };
    await server.fetch('/sandboxes/default/snapshot', { method: 'PUT', headers, body: snapshot });
    expect(await verifying(['a', 'b'])).toEqual(['a', 'b']);
  });
});
