/** Where deliveries may go: what is not public is refused before a packet is sent, however it is written. */
import { describe, expect, it } from 'vitest';
import type { Resolve, Resolved } from '../../src/webhooks/post.js';
import { optionsFor, readOptions } from '../../src/options/options.js';
import { api, inProcess, jsonRequest } from '../support.js';
import { dispatch, register, registrationOf } from './hooks.js';
import { startReceiver } from './receiver.js';
import { ending, openEach } from '../use.js';

const receiver = openEach(startReceiver);

/** Names as they are looked up, with what each look-up gives in turn. */
function names(table: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = [];
  const resolve: Resolve = async (name) => {
    const answers = table[name] ?? [];
    const found = answers[Math.min(asked.filter((each) => each === name).length, answers.length - 1)] ?? [];
    asked.push(name);
    return found.map((address): Resolved => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { asked, resolve };
}

/** Delivers one event to a host, at the port of the receiver, and answers the attempt. */
async function attemptAt(host: string, options: Record<string, unknown>) {
  const server = ending(await inProcess({ webhookDelivery: 'on', ...options }));
  const webhook = await register(server, `http://${host}:${receiver.port}/hooks`);
  await dispatch(server);
  await server.idle();
  const { attempts } = await registrationOf(server, webhook);
  return { server, ...attempts[0] };
}

const none = { webhookAllow: '' };

const refused = [
  ['loopback', ['127.0.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '127.255.255.254']],
  ['loopback', ['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '１２７.0.0.1']],
  ['unspecified', ['0.0.0.0', '0', '0.1.2.3', '[::]']],
  ['private', ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '[::ffff:10.0.0.1]']],
  ['linkLocal', ['169.254.169.254', '2852039166', '[fe80::1]', '[febf::1]', '[::ffff:169.254.169.254]']],
  ['carrierGradeNat', ['100.64.0.1', '100.127.255.255']],
  ['multicast', ['224.0.0.1', '239.255.255.255', '[ff02::1]']],
  [
    'reserved',
    ['240.0.0.1', '255.255.255.254', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1', '[2001:db8::1]'],
  ],
  ['broadcast', ['255.255.255.255']],
  ['uniqueLocal', ['[fc00::1]', '[fd12:3456::1]']],
  ['deprecatedSiteLocal', ['[fec0::1]']],
  ['6to4', ['[2002:7f00:1::]', '[2002:a00:1::1]']],
  ['teredo', ['[2001:0:4136:e378:8000:63bf:80ff:fffe]']],
  ['rfc6052', ['[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::7f00:1]']],
  ['rfc6145', ['[::ffff:0:127.0.0.1]']],
  // The form that IPv6 gave up: ::a.b.c.d.
  ['unassigned', ['[::127.0.0.1]', '[::10.0.0.1]', '[4000::1]', '[100:0:0:1::1]']],
] as const;
const table = refused.flatMap(([range, hosts]) => hosts.map((host) => [host, range] as const));

describe('refused, with no packet sent', () => {
  it.each(table)('%s is %s', async (host, range) => {
    const attempt = await attemptAt(host, none);
    expect(attempt).toMatchObject({ status: null });
    expect(attempt.reason).toContain(` is ${range};`);
    expect(attempt.reason).toContain('--webhook-allow');
    expect(receiver.connections()).toBe(0);
  });

  it.each(table)('a name that stands for %s', async (host, range) => {
    // What a resolver gives is the address itself.
    const address = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
    const { asked, resolve } = names({ 'inner.test': [[address]] });
    const attempt = await attemptAt('inner.test', { ...none, resolve });
    expect(attempt.reason).toContain(`the address ${address} is ${range}; --webhook-allow`);
    expect(asked).toEqual(['inner.test']);
    expect(receiver.connections()).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST', '127.0.0.1.', '0x7f.1.'])('%s, by the resolver of the system', async (host) => {
    expect((await attemptAt(host, none)).reason).toContain('is loopback');
    expect(receiver.connections()).toBe(0);
  });

  it.each(['localhost.', 'inner.test.'])('a name with a dot behind it: %s', async (host) => {
    // Not every resolver knows `localhost.`, so that a table stands in for it.
    const { asked, resolve } = names({ [host]: [['127.0.0.1']] });
    expect((await attemptAt(host, { ...none, resolve })).reason).toContain('127.0.0.1 is loopback');
    expect(asked).toEqual([host]);
    expect(receiver.connections()).toBe(0);
  });

  it('a name with one address that is public, and one that is not', async () => {
    const { resolve } = names({ 'both.test': [['93.184.216.34', '127.0.0.1']] });
    expect((await attemptAt('both.test', { ...none, resolve })).reason).toContain('127.0.0.1 is loopback');
    expect(receiver.connections()).toBe(0);
  });

  it('a name without an address', async () => {
    const { resolve } = names({});
    expect((await attemptAt('none.test', { resolve })).reason).toBe('none.test has no address');
  });

  it('a server bound to the network allows no loopback, unless configured to', async () => {
    expect((await attemptAt('127.0.0.1', { host: '0.0.0.0' })).reason).toContain('is loopback');
    expect(receiver.connections()).toBe(0);
  });
});

describe('a name that changes', () => {
  it('between check and connection is not looked up again', async () => {
    // 127.0.0.2 is open and stands for the public address; the receiver is at 127.0.0.1, which is not.
    const { asked, resolve } = names({ 'rebind.test': [['127.0.0.2'], ['127.0.0.1']] });
    const attempt = await attemptAt('rebind.test', { webhookAllow: '127.0.0.2/32', resolve });
    expect(asked).toEqual(['rebind.test']);
    expect(receiver.connections()).toBe(0);
    // The address that was checked is the one that was called.
    expect(attempt.reason).toContain(`ECONNREFUSED 127.0.0.2:${receiver.port}`);
  });

  it('before the next attempt is checked again', async () => {
    const { resolve } = names({ 'rebind.test': [['127.0.0.2'], ['127.0.0.1']] });
    const { server } = await attemptAt('rebind.test', { webhookAllow: '127.0.0.2/32', resolve });
    await server.fetch('/sandboxes/default/clock', jsonRequest('POST', { action: 'advance', seconds: 1 }));
    await server.idle();
    const answer = await server.fetch('/api/webhooks/registrations');
    const { data } = (await answer.json()) as { data: { attempts: { reason: string }[] }[] };
    expect(data[0]?.attempts[0]?.reason).toContain('127.0.0.1 is loopback');
    expect(receiver.connections()).toBe(0);
  });
});

describe('allowed', () => {
  it.each([
    ['by default, to a server bound to loopback', '127.0.0.1', {}],
    ['whatever the spelling', '2130706433', {}],
    ['mapped into IPv6', '[::ffff:127.0.0.1]', {}],
    ['by range', '127.0.0.1', { webhookAllow: '10.0.0.0/8, 127.0.0.1/32' }],
    ['on a server bound to the network', '127.0.0.1', { host: '0.0.0.0', webhookAllow: ['127.0.0.0/8'] }],
    ['by name', 'inner.test', { resolve: names({ 'inner.test': [['127.0.0.1']] }).resolve }],
  ])('%s', async (_what, host, options) => {
    expect(await attemptAt(host, options)).toMatchObject({ status: 204, reason: null });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers.host).toBe(new URL(`http://${host}:${receiver.port}`).host);
  });

  it('by name, with an address where nobody listens before the one where somebody does', async () => {
    const { resolve } = names({ 'both.test': [['127.0.0.2', '::1', '127.0.0.1']] });
    expect(await attemptAt('both.test', { resolve })).toMatchObject({ status: 204 });
    expect(receiver.received[0]?.headers.host).toBe(`both.test:${receiver.port}`);
  });

  it('reports what each address said, where none answers', async () => {
    const { resolve } = names({ 'both.test': [['127.0.0.2', '127.0.0.3']] });
    const attempt = await attemptAt('both.test', { resolve });
    for (const address of ['127.0.0.2', '127.0.0.3']) {
      expect(attempt.reason).toContain(`ECONNREFUSED ${address}:${receiver.port}`);
    }
  });

  it('opens its own range only', async () => {
    const attempt = await attemptAt('127.0.0.1', { webhookAllow: '10.0.0.0/8,::/0,127.0.0.2/32' });
    expect(attempt.reason).toContain('is loopback');
    expect(receiver.connections()).toBe(0);
  });
});

describe('the option', () => {
  const read = (webhookAllow: unknown) =>
    readOptions(optionsFor(api.sizes), { values: { webhookAllow }, named: () => '--webhook-allow' }).webhookAllow;

  it('reads ranges, and an empty value as none', () => {
    expect(read('10.0.0.0/8,fd00::/8')).toEqual(['10.0.0.0/8', 'fd00::/8']);
    expect(read('')).toEqual([]);
    expect(read(undefined)).toBeUndefined();
  });

  it.each(['10.0.0.1', '10.0.0.0/33', '::1/129', 'localhost/8', '10.0.0.0/', '10.0.0.0/8;::1/128', '/8', 'all'])(
    'refuses %s, naming itself',
    (value) => {
      expect(() => read(value)).toThrow(/^--webhook-allow is ".*", but must be an address range, such as 10/);
    },
  );
});
