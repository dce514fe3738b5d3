/** Lists the sandboxes that a store has something of, without reading what they hold. */
import type { ConfigDefaults } from '../model/sandbox-config.js';
import { UnreadableState } from '../model/unreadable-state.js';
import type { Lifetime, Store } from '../stores/store.js';
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';
import { type Overview, overviewOf, unwritten } from './overview.js';

/** Sandboxes that are asked for together. */
const AT_ONCE = 100;

/** A sandbox in the list of all. */
export interface Listed {
  readonly name: string;
  /** Position in the order of coming into being; the default one comes first. */
  readonly order: number;
  /** What it is, or why it cannot be read. */
  readonly overview: Overview | UnreadableState;
  /** When it came into being and was used last; undefined where nothing is kept of it. */
  readonly lifetime: Lifetime | undefined;
}

/** Takes a failure for an answer, where it lies in what one sandbox has stored. */
function unreadable(failure: unknown): UnreadableState {
  if (failure instanceof UnreadableState) return failure;
  throw failure;
}

/** The sandboxes that were written to or configured, in the order in which they first were, after the default one. */
export async function listSandboxes(store: Store, defaults: ConfigDefaults): Promise<readonly Listed[]> {
  const others = (await store.list()).filter(({ name }) => name !== DEFAULT_SANDBOX);
  const first = { name: DEFAULT_SANDBOX, position: -1, lifetime: await store.lifetime(DEFAULT_SANDBOX) };
  const listed = [first, ...others];
  const found: Listed[] = [];
  for (let i = 0; i < listed.length; i += AT_ONCE) {
    const part = listed.slice(i, i + AT_ONCE).map(async ({ name, position, lifetime }) => {
      const known = await overviewOf(store, name, defaults).catch(unreadable);
      const overview = known ?? (name === DEFAULT_SANDBOX ? unwritten(name, defaults.defaults) : undefined);
      return overview === undefined ? [] : [{ name, order: position + 1, overview, lifetime }];
    });
    found.push(...(await Promise.all(part)).flat());
  }
  return found;
}
