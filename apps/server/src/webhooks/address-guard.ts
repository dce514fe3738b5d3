/** Decides which addresses deliveries may go to: no request forgery by way of a webhook. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that a name stands for. */
export interface Resolved {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Resolved[]>;

/** A range of addresses that is open, as address and prefix length. */
export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address that deliveries may not go to. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Ranges that a server bound to this machine opens by itself. */
export const LOOPBACK_RANGES = ['127.0.0.0/8', '::1/128'] as const;

/** Reads an address range such as 10.0.0.0/8. */
export function parseCidr(text: string): Cidr {
  return ipaddr.parseCIDR(text);
}

/** The address itself: one that is wrapped in IPv6 counts as what it wraps. */
function unwrap(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

/** Public addresses of IPv6. What lies outside is none, `::127.0.0.1` among it, whether or not it has a name. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** What kind of address it is: unicast is public, everything else has a name: private, loopback, 6to4, … */
function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range();
  const isOutside = address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6);
  return range === 'unicast' && isOutside ? 'unassigned' : range;
}

/** Whether deliveries may go to an address: public ones, and those of the open ranges. */
function isAllowed(address: string, open: readonly Cidr[]): boolean {
  const parsed = unwrap(address);
  const isOpen = open.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  return isOpen || rangeOf(parsed) === 'unicast';
}

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** The addresses of a host, at least one. */
export type Addresses = readonly [Resolved, ...Resolved[]];

/** Finds the addresses of a host, once, and only if every one of them may be reached. */
export function addressGuard(open: readonly Cidr[], resolve: Resolve = resolveBySystem) {
  return async (hostname: string): Promise<Addresses> => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    const literal = isIP(bare);
    const found = literal === 0 ? await resolve(bare) : [{ address: bare, family: literal }];
    const refused = found.find(({ address }) => !isAllowed(address, open));
    if (refused !== undefined) {
      const range = rangeOf(unwrap(refused.address));
      throw new AddressRefused(`the address ${refused.address} is ${range}; --webhook-allow opens it`);
    }
    const [first, ...others] = found;
    if (first === undefined) throw new AddressRefused(`${bare} has no address`);
    return [first, ...others];
  };
}

/** Finds the addresses of a host, or refuses them. */
export type AddressGuard = ReturnType<typeof addressGuard>;
