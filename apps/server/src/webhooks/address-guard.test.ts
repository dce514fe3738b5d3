/** The address guard by itself: what it lets through, and what it says where it does not. */
import { describe, expect, it } from 'vitest';
import { addressGuard, LOOPBACK_RANGES, parseCidr, type Resolved } from './post.js';

/** What a guard with some open ranges says to a host, which stands for some addresses where it is a name. */
async function ask(host: string, ranges: readonly string[] = [], addresses: readonly string[] = []) {
  const asked: string[] = [];
  const resolve = async (name: string): Promise<Resolved[]> => {
    asked.push(name);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const guard = addressGuard(ranges.map(parseCidr), resolve);
  const said = await guard(host).then(
    (found) => found.map(({ address, family }) => `${address} (${family})`).join(', '),
    (error: Error) => `${error.name}: ${error.message}`,
  );
  return { said, asked };
}

const refusal = (address: string, range: string): string =>
  `AddressRefused: the address ${address} is ${range}; --webhook-allow opens it`;

describe('an address itself', () => {
  it.each([
    ['93.184.216.34', '93.184.216.34 (4)'],
    ['[2606:4700::1111]', '2606:4700::1111 (6)'],
    ['[3fff::1]', refusal('3fff::1', 'reserved')],
    ['[::ffff:93.184.216.34]', '::ffff:93.184.216.34 (6)'],
    ['127.0.0.1', refusal('127.0.0.1', 'loopback')],
    ['[::1]', refusal('::1', 'loopback')],
    ['10.0.0.1', refusal('10.0.0.1', 'private')],
    ['[::ffff:10.0.0.1]', refusal('::ffff:10.0.0.1', 'private')],
    ['[fe80::1]', refusal('fe80::1', 'linkLocal')],
    ['[::7f00:1]', refusal('::7f00:1', 'unassigned')],
    ['[4000::1]', refusal('4000::1', 'unassigned')],
    ['[1fff::1]', refusal('1fff::1', 'unassigned')],
  ])('%s: %s', async (host, said) => {
    expect(await ask(host)).toEqual({ said, asked: [] });
  });
});

describe('a name', () => {
  it.each([
    [['93.184.216.34'], '93.184.216.34 (4)'],
    [['2606:4700::1111', '93.184.216.34'], '2606:4700::1111 (6), 93.184.216.34 (4)'],
    [['93.184.216.34', '10.0.0.1', '::1'], refusal('10.0.0.1', 'private')],
    [[], 'AddressRefused: inner.test has no address'],
  ])('that stands for %j', async (addresses, said) => {
    expect(await ask('inner.test', [], addresses)).toEqual({ said, asked: ['inner.test'] });
  });

  it('is looked up by the system where nothing else is said, for all its addresses', async () => {
    const found = await addressGuard(LOOPBACK_RANGES.map(parseCidr))('localhost');
    expect(found.length).toBeGreaterThan(0);
    for (const { address } of found) expect(address).toMatch(/^(127\.|::1$)/);
    await expect(addressGuard([])('localhost')).rejects.toThrow('is loopback');
  });
});

describe('an open range', () => {
  it.each([
    ['127.0.0.1', LOOPBACK_RANGES, '127.0.0.1 (4)'],
    ['[::1]', LOOPBACK_RANGES, '::1 (6)'],
    ['127.255.255.254', LOOPBACK_RANGES, '127.255.255.254 (4)'],
    ['[::ffff:127.0.0.1]', LOOPBACK_RANGES, '::ffff:127.0.0.1 (6)'],
    ['10.0.0.1', LOOPBACK_RANGES, refusal('10.0.0.1', 'private')],
    ['10.0.0.1', ['::/0', '10.0.0.0/31'], '10.0.0.1 (4)'],
    ['10.0.0.2', ['::/0', '10.0.0.0/31'], refusal('10.0.0.2', 'private')],
    ['[fd00::1]', ['0.0.0.0/0'], refusal('fd00::1', 'uniqueLocal')],
    ['[fd00::1]', ['0.0.0.0/0', 'fd00::/8'], 'fd00::1 (6)'],
    ['93.184.216.34', ['10.0.0.0/8'], '93.184.216.34 (4)'],
  ])('%s, where %j are open: %s', async (host, ranges, said) => {
    expect(await ask(host, ranges)).toEqual({ said, asked: [] });
  });
});
