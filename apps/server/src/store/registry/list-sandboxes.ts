/** Lists the sandboxes that a store has something of, without reading what they hold. */
import type { ConfigDefaults } from '../model/sandbox-config.js';
import { UnreadableState } from '../model/unreadable-state.js';
import type { Lifetime, Store } from '../stores/store.js';
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';
import { type Overview, overviewOf, unwritten } from './overview.js';

/** A sandbox in the list of all. */
export interface Listed {
  readonly name: string;
  /** Position in the order of coming into being; the default one comes first. */
  readonly order: number;
  /** When it came into being and was used last; undefined where nothing is kept of it. */
  readonly lifetime: Lifetime | undefined;
  /** Reads what it is, or why it cannot be read. */
  readonly overview: () => Promise<Overview | UnreadableState>;
}

/** Takes a failure for an answer, where it lies in what one sandbox has stored. */
function unreadable(failure: unknown): UnreadableState {
  if (failure instanceof UnreadableState) return failure;
  throw failure;
}

/**
 * The sandboxes that were written to or configured, in the order in which they first were, after the default one. The
 * store is asked about each only when somebody is shown it: there may be very many.
 */
export async function listSandboxes(store: Store, defaults: ConfigDefaults): Promise<readonly Listed[]> {
  const kept = await store.list();
  const lifetime = kept.find(({ name }) => name === DEFAULT_SANDBOX)?.lifetime;
  const others = kept.filter(({ name, isBlank }) => name !== DEFAULT_SANDBOX && !isBlank);
  return [{ name: DEFAULT_SANDBOX, position: -1, lifetime }, ...others].map((listed) => ({
    name: listed.name,
    order: listed.position + 1,
    lifetime: listed.lifetime,
    // One that is forgotten in the meantime is as every name that nobody has used.
    overview: async () =>
      (await overviewOf(store, listed.name, defaults).catch(unreadable)) ?? unwritten(listed.name, defaults.defaults),
  }));
}
