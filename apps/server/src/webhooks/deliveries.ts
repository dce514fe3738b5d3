/** Makes what delivers the webhooks of a server. */
import { isLoopback } from '../kit/loopback.js';
import { addressGuard, LOOPBACK_RANGES, parseCidr, type Resolve } from './address-guard.js';
import { Dispatcher, type DispatcherSettings } from './dispatcher.js';

/** What delivers webhooks. */
export type Deliveries = Pick<Dispatcher, 'wake' | 'watch' | 'idle' | 'close'>;

/** How to deliver, as the options of a server say it. */
export interface DeliverySettings extends Omit<DispatcherSettings, 'guard'> {
  /** Address that the server is bound to. */
  readonly host: string;
  /** Ranges of private addresses that may be delivered to; undefined where nothing is said of them. */
  readonly allow: readonly string[] | undefined;
  /** Finds the addresses of a host; by default the system does. */
  readonly resolve?: Resolve | undefined;
}

/** Makes what delivers. */
export function createDeliveries({ host, allow, resolve, ...settings }: DeliverySettings): Deliveries {
  const ranges = allow ?? (isLoopback(host) ? LOOPBACK_RANGES : []);
  return new Dispatcher({ ...settings, guard: addressGuard(ranges.map(parseCidr), resolve) });
}
