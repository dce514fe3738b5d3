/** The registry of sandboxes: each comes into being when it is first written to or configured, and is forgotten when it was idle too long. */
import { asking, later } from '#platform/runtime';
import { ProblemError } from '../../kit/problem-error.js';
import { DEFAULT_SANDBOX, isSandboxName } from '../../kit/sandbox-address.js';
import { tooManyConfigured, tooManySandboxes, UnreadableState } from '../model/failures.js';
import { Beginnings, IdleLife } from './lifetimes.js';
import { SandboxCache, type CacheTotals, type CacheLimits } from './sandbox-cache.js';
import { type Listed, listSandboxes, type Overview, overviewOf, overviewOfListed, unwritten } from './overview.js';
import type { Registered, SandboxParts } from './local-copy.js';
import { Sandbox } from './sandbox.js';
import type { Mark } from '../model/internal.js';
import type { SandboxConfig } from '../model/state.js';
import type { Store } from '../stores/store.js';
import { Waiters } from '../../journal/journals.js';
import type { Waiter } from '../../kit/event-source.js';

/** Time between two looks at a store that other processes write to, in ms. */
const POLL_MS = 1000;

/** What a watched sandbox is, as far as it is looked at. */
type Watchable = Pick<Sandbox, 'fresh' | 'refresh' | 'stamp'>;

/** The sandboxes of one process that somebody waits for. */
class Watched<Member extends Watchable = Sandbox> {
  readonly #waiters = new Waiters<Member>();
  readonly #isShared: boolean;
  #isLooking = false;

  /** @param isShared whether other processes write to the store */
  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  /** Wakes somebody, once, when a sandbox is no longer as it was at a stamp. */
  add(sandbox: Member, stamp: object, waiter: Waiter): void {
    this.#waiters.add(sandbox, 0, waiter);
    if (sandbox.stamp !== stamp) this.#waiters.notify(sandbox);
    // What another process writes is seen by who looks, once for all who wait.
    else if (this.#isShared && !this.#isLooking) this.#lookLater();
  }

  /** Wakes it no more. */
  delete(sandbox: Member, waiter: Waiter): void {
    this.#waiters.delete(sandbox, waiter);
  }

  /** Wakes those who wait for a sandbox, which has changed. */
  notify(sandbox: Member): void {
    if (!this.#waiters.isEmpty) this.#waiters.notify(sandbox);
  }

  #lookLater(): void {
    this.#isLooking = true;
    later(() => void this.#look(), POLL_MS);
  }

  async #look(): Promise<void> {
    for (const sandbox of this.#waiters.sandboxes) {
      // The store may be away; the next look may find it back.
      if (!sandbox.fresh) await sandbox.refresh().catch(() => undefined);
    }
    if (this.#waiters.isEmpty) this.#isLooking = false;
    else this.#lookLater();
  }
}

/** Bounds on how strangers configure sandboxes. */
interface AnonymousLimits {
  /** Sandboxes that may be configured, since those make no room for others. */
  readonly maxConfigured: number;
  /** Longest idle life that may be asked for, in seconds; null: any. */
  readonly longestLife: number | null;
}

function outlives(life: number | null, longest: number | null): boolean {
  return longest !== null && (life === null || life > longest);
}

/** Refuses a configuration by which a stranger would take more than others leave. */
async function checkAnonymous(
  { maxConfigured, longestLife }: AnonymousLimits,
  { sandbox, config, store }: { readonly sandbox: Sandbox; readonly config: SandboxConfig; readonly store: Store },
): Promise<void> {
  if (outlives(config.ttl_seconds, longestLife)) {
    throw new ProblemError('forbidden', {
      detail: `on a public address without an admin token, ttl_seconds is at most ${longestLife}; start the server with --admin-token, or a longer --sandbox-ttl`,
    });
  }
  if (sandbox.isConfigured) return;
  const configured = (await store.list()).filter(({ isConfigured }) => isConfigured).length;
  if (configured >= maxConfigured) throw tooManyConfigured(maxConfigured);
}

/** Limits of the registry. */
export interface SandboxLimits extends CacheLimits {
  /** What strangers may do; left out where only those configure sandboxes who may do anything. */
  readonly anonymousLimits?: AnonymousLimits | undefined;
  /** Counts the sandboxes that each client brings into being; left out where nobody counts them. */
  readonly sandboxQuota?: { begin(name: string, client: string): void; end(name: string): void } | undefined;
  /** Takes lines for whoever runs the server. */
  readonly warn?: ((line: string) => void) | undefined;
  /** Learns that a sandbox is another than before. */
  readonly changed?: ((sandbox: Sandbox) => void) | undefined;
}

/** The kinds of problems with which a limit on sandboxes refuses another. */
const LIMITS: ReadonlySet<string> = new Set(['sandbox_full', 'too_many_requests']);

/** All sandboxes of a server, as this process knows them. */
export class Sandboxes {
  readonly #parts: Registered<Sandbox>;
  readonly #limits: SandboxLimits;
  readonly #cache: SandboxCache;
  readonly #life: IdleLife;
  readonly #beginnings: Beginnings;
  /** Those of which it was said that they cannot be read. */
  readonly #warned = new Set<string>();
  /** Those that somebody waits for. */
  readonly watched: Watched;
  readonly default: Sandbox;

  constructor(parts: SandboxParts, limits: SandboxLimits) {
    const { anonymousLimits, sandboxQuota } = limits;
    const { store, journals, defaults } = parts;
    this.#life = new IdleLife({
      store,
      journals,
      ttlSeconds: defaults.ttl_seconds,
      ended: (name) => {
        held.ended(name);
        sandboxQuota?.end(name);
        limits.forgotten?.('idle');
      },
    });
    const bounds = { ...limits, left: (name: string) => sandboxQuota?.end(name) };
    const held = new SandboxCache(parts, { limits: bounds, tell: (name) => this.#life.used(name) });
    this.#limits = limits;
    this.#cache = held;
    this.watched = new Watched(!parts.store.exclusive);
    this.#beginnings = new Beginnings(parts.store.exclusive);
    this.#parts = {
      ...parts,
      beginnings: this.#beginnings,
      admit: (name) => this.#admit(name),
      begin: (name) => this.#begin(name),
      enter: (sandbox) => held.enter(sandbox),
      notify: (sandbox) => {
        this.watched.notify(sandbox);
        limits.changed?.(sandbox);
      },
      lose: (sandbox) => held.lose(sandbox),
      visit: (sandbox) => held.visit(sandbox),
      tallied: (sandbox) => held.tallied(sandbox),
      makeRoom: (sandbox, bytes) => held.makeRoom(sandbox, bytes),
      counted: (bytes) => held.counted(bytes),
      checkConfig: async (sandbox, config) => {
        if (anonymousLimits === undefined) return;
        await this.#withinQuota(() => checkAnonymous(anonymousLimits, { sandbox, config, store: parts.store }));
      },
    };
    this.default = new Sandbox(DEFAULT_SANDBOX, this.#parts);
    held.enter(this.default);
  }

  /**
   * Makes ready what every server has: the default one is there, wherever sandboxes are counted or listed. That it cannot
   * be read stops nobody: whoever asks for it learns it. Of a store of this process alone it takes over what another server
   * has left there.
   */
  async begin(): Promise<void> {
    if (this.#parts.store.exclusive) {
      await this.#takeOver();
      return;
    }
    await this.#admit(DEFAULT_SANDBOX);
    await this.#readable(this.default);
    this.#life.begin();
  }

  /** Ends what it does by itself. */
  close(): void {
    this.#life.close();
  }

  /** Takes over what another server has left; what this one may not hold is dropped, and said. */
  async #takeOver(): Promise<void> {
    const { store } = this.#parts;
    for (const { name } of await store.list()) {
      this.#beginnings.resume(name);
      try {
        await (name === DEFAULT_SANDBOX ? this.default : new Sandbox(name, this.#parts)).learn();
      } catch (error) {
        if (!(error instanceof ProblemError) && !(error instanceof UnreadableState)) throw error;
        this.#limits.warn?.(`the sandbox ${name} begins anew: ${error.message}`);
        await store.drop(name);
      }
    }
  }

  /** The sandbox of a name, if it was written to or configured in any process; this counts as a use of it. */
  async find(name: string): Promise<Sandbox | undefined> {
    if (this.#parts.store.exclusive || !isSandboxName(name)) return this.#cache.get(name);
    const sandbox = this.#cache.shared(name) ?? new Sandbox(name, this.#parts);
    return (await sandbox.learn()) || sandbox === this.default ? sandbox : undefined;
  }

  /** The sandbox of a name, whether or not it has come into being. Only a store that is shared has to be asked. */
  open(name: string): Sandbox | Promise<Sandbox> {
    const found = this.#cache.shared(name);
    if (found !== undefined) {
      this.#cache.visit(found);
      return found;
    }
    const sandbox = new Sandbox(name, this.#parts);
    this.#cache.visit(sandbox);
    return this.#parts.store.exclusive ? sandbox : sandbox.refresh().then(() => sandbox);
  }

  /** Counts as a use of a sandbox that someone holds already; false where it is no longer the one of its name. */
  touch(sandbox: Sandbox): boolean {
    return this.#cache.touch(sandbox);
  }

  /** The overview of a sandbox that `find` would find, however large it is; this counts as a use of it. */
  async overview(name: string): Promise<Overview | undefined> {
    const { store } = this.#parts;
    const isHere = this.#cache.get(name) !== undefined;
    const overview = isHere || !store.exclusive ? await overviewOf(store, name, this.#parts) : undefined;
    return overview ?? (name === DEFAULT_SANDBOX ? this.unwritten(name) : undefined);
  }

  /** The overview of a sandbox of which nothing is kept. */
  unwritten(name: string): Overview {
    return unwritten(name, this.#parts.defaults);
  }

  /** The sandboxes that were written to or configured, in the order in which they first were. Listing is no use of them. */
  async list(): Promise<readonly Listed[]> {
    await this.#forgetExpired();
    return listSandboxes(this.#parts.store);
  }

  /** What one of that list is, or why it cannot be read; this is no use of it either. */
  listed(name: string): Promise<Overview | UnreadableState> {
    return overviewOfListed(this.#parts.store, name, this.#parts);
  }

  /** How much this process holds of them at present. */
  totals(): CacheTotals {
    return this.#cache.totals();
  }

  /** Sandboxes with records that somebody has yet to finish, whichever process left them; the first after a name. */
  async unfinished(after: string, limit: number): Promise<{ readonly name: string; readonly sandbox: Sandbox }[]> {
    const found: { name: string; sandbox: Sandbox }[] = [];
    // One after the other: together they could be more than this process may hold.
    for (const name of await this.#parts.store.unfinished(after, limit)) {
      const sandbox = this.#cache.shared(name) ?? new Sandbox(name, this.#parts);
      if (await this.#readable(sandbox)) found.push({ name, sandbox });
    }
    return found;
  }

  /** Learns of a sandbox; whether it is there, and can be read. What cannot be read stops no other. */
  async #readable(sandbox: Sandbox): Promise<boolean> {
    const { store } = this.#parts;
    try {
      return store.exclusive || (await sandbox.learn());
    } catch (error) {
      const isTooLarge = error instanceof ProblemError && error.kind === 'sandbox_full';
      if (!isTooLarge && !(error instanceof UnreadableState)) throw error;
      if (!this.#warned.has(sandbox.name)) this.#limits.warn?.(error.message);
      this.#warned.add(sandbox.name);
      return false;
    }
  }

  /** Forgets a sandbox and all that was written to it; the default one starts over. */
  async drop(sandbox: Sandbox): Promise<void> {
    const { store, journals } = this.#parts;
    await sandbox.exclusively(async () => {
      await store.drop(sandbox.name);
      await journals.begin(sandbox.name);
      sandbox.retire();
      this.#cache.leave(sandbox);
    });
  }

  /** The same for a name, without reading what the sandbox holds. */
  async discard(name: string): Promise<void> {
    await this.drop(this.#cache.shared(name) ?? new Sandbox(name, this.#parts));
  }

  /** Forgets the sandboxes whose life is over. */
  async #forgetExpired(): Promise<void> {
    this.#cache.sweep();
    await this.#life.end();
  }

  /** Has something done that a limit on sandboxes may refuse: what has expired is forgotten before it does. */
  async #withinQuota<Result>(attempt: () => Promise<Result>): Promise<Result> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ProblemError) || !LIMITS.has(error.kind)) throw error;
      await this.#forgetExpired();
      return attempt();
    }
  }

  /** Somebody brings a sandbox into being. */
  async #begin(name: string): Promise<void> {
    const { sandboxQuota } = this.#limits;
    const client = asking.getStore();
    if (sandboxQuota === undefined || client === undefined || name === DEFAULT_SANDBOX) return;
    await this.#withinQuota(async () => sandboxQuota.begin(name, client));
  }

  #admit(name: string): Promise<Mark | 'conflict'> {
    // The default one is always there.
    const limit = name === DEFAULT_SANDBOX ? Number.MAX_SAFE_INTEGER : this.#limits.maxSandboxes;
    return this.#withinQuota(async () => {
      const admitted = await this.#parts.store.admit(name, limit);
      if (admitted === 'full') throw tooManySandboxes(this.#limits.maxSandboxes);
      return admitted;
    });
  }
}
