/** What is taken of what proxies say, and what a client made up. */
import { expect, it } from 'vitest';
import { clientAddress, forwarded, forwardedPrefix } from './locate.js';

const said = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name] ?? null;

it.each([
  ['for=192.0.2.1;proto=https;host=a.example', 1, ['192.0.2.1', 'https', 'a.example']],
  ['For="192.0.2.1:4711";Proto=HTTPS; host="a.example:8443"', 1, ['192.0.2.1', 'HTTPS', 'a.example:8443']],
  ['for="[2001:db8::1]:4711"', 1, ['2001:db8::1', undefined, undefined]],
  ['for="[2001:db8::1]"', 1, ['2001:db8::1', undefined, undefined]],
  ['for=10.0.0.9;host=made.up, for=192.0.2.1;host=a.example', 1, ['192.0.2.1', undefined, 'a.example']],
  ['for=10.0.0.9, for=192.0.2.1, for=192.0.2.2', 2, ['192.0.2.1', undefined, undefined]],
  ['host="a,b\\"c";proto=http', 1, [undefined, 'http', 'a,b"c']],
  ['for=192.0.2.1', 0, [undefined, undefined, undefined]],
  [`for=192.0.2.1;host=${'a'.repeat(2000)}`, 1, [undefined, undefined, undefined]],
  ['"'.repeat(999), 1, [undefined, undefined, undefined]],
] as const)('Forwarded: %s, of %i', (header, hops, [client, proto, host]) => {
  const headers = said({ forwarded: header });
  expect(forwarded('for', headers, hops)).toBe(client);
  expect(forwarded('proto', headers, hops)).toBe(proto);
  expect(forwarded('host', headers, hops)).toBe(host);
});

it('Forwarded is nothing beside X-Forwarded-*: a proxy that writes one kind passes the other on', () => {
  const headers = said({ forwarded: 'for=10.0.0.9;host=made.up', 'x-forwarded-for': '192.0.2.1' });
  expect(forwarded('for', headers, 1)).toBe('192.0.2.1');
  expect(forwarded('host', headers, 1)).toBeUndefined();
});

it.each(['unknown', '_hidden', '999.1.1.1'])('a client that is called %s has the address of the proxy', (node) => {
  const header = said({ forwarded: `for=${node}` });
  expect(clientAddress({ header, head: { rawHeaders: [], connection: null, address: '10.0.0.1' } }, 1)).toBe(
    '10.0.0.1',
  );
});

it.each([
  ['/a', 1, '/a'],
  ['/a/', 1, '/a'],
  ['/', 1, ''],
  ['/made-up, /a', 1, '/a'],
  ['/a, /b', 2, '/a/b'],
  ['/a', 0, undefined],
  ['a', 1, undefined],
  ['//a.example', 1, undefined],
  ['/a/..', 1, undefined],
] as const)('X-Forwarded-Prefix: %s, of %i, is %s', (value, hops, prefix) => {
  expect(forwardedPrefix(said({ 'x-forwarded-prefix': value }), hops)).toBe(prefix);
});
