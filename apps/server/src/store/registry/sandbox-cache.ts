/** The sandboxes that a process holds: as many, and as many bytes, as it may. */
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';
import { tooManySandboxes } from '../model/failures.js';
import { IdleCounts, touchIntervalMs } from './lifetimes.js';
import type { SandboxParts } from './local-copy.js';
import type { Sandbox } from './sandbox.js';
import type { Store } from '../stores/store.js';
import { LRUCache } from '#platform/runtime';

/** Those used last are kept; the others only as long as a request holds them. */
const MAX_CACHED = 1000;

/** Sandboxes that only cost what a request to them costs. */
class Unmaterialized {
  readonly #recent = new LRUCache<string, Sandbox>({ max: MAX_CACHED });
  readonly #all = new Map<string, WeakRef<Sandbox>>();
  readonly #collected = new FinalizationRegistry<string>((name) => {
    if (this.#all.get(name)?.deref() === undefined) this.#all.delete(name);
  });

  /** The one of a name, if anybody has it. */
  any(name: string): Sandbox | undefined {
    return this.#all.get(name)?.deref();
  }

  /** Counts as a use of one that somebody holds; false where it is not among those that are used. */
  touch(sandbox: Sandbox): boolean {
    return this.#recent.get(sandbox.name) === sandbox;
  }

  /** Takes in one that is used. */
  add(sandbox: Sandbox): void {
    this.#recent.set(sandbox.name, sandbox);
    this.#share(sandbox);
  }

  /** Takes in one that was forgotten: requests that hold it, and those to come, go on in the same. */
  forget(sandbox: Sandbox): void {
    this.#recent.delete(sandbox.name);
    this.#share(sandbox);
  }

  #share(sandbox: Sandbox): void {
    if (this.#all.get(sandbox.name)?.deref() === sandbox) return;
    this.#all.set(sandbox.name, new WeakRef(sandbox));
    this.#collected.register(sandbox, sandbox.name, sandbox);
  }

  /** Lets one go that holds something from now on. */
  delete(sandbox: Sandbox): void {
    if (this.#all.get(sandbox.name)?.deref() !== sandbox) return;
    this.#recent.delete(sandbox.name);
    this.#all.delete(sandbox.name);
    this.#collected.unregister(sandbox);
  }
}

/** Where the last slot is taken, a sandbox that was idle for so long makes room for another, in ms. */
const MAKES_ROOM_MS = 5 * 60_000;

/** How much a process may hold. */
export interface CacheLimits {
  /** Sandboxes there may be, the default one among them. */
  readonly maxSandboxes: number;
  /** The monotonic clock of the machine, in ms. */
  readonly monotonic: () => number;
  /** Learns that a sandbox is no more, whoever has ended it. */
  readonly left?: ((name: string) => void) | undefined;
  /** Learns that a sandbox was forgotten: it was idle too long, or made room for another. */
  readonly forgotten?: ((reason: 'idle' | 'room') => void) | undefined;
}

/** How much a process holds. */
export interface CacheTotals {
  readonly sandboxes: number;
  /** Records that were created or changed. */
  readonly records: number;
  readonly bytes: number;
}

/** Who tells the store of uses. */
type TellUse = (name: string) => void;

interface Entry {
  readonly sandbox: Sandbox;
  usedAt: number;
  /** When the store was told of a use. */
  toldAt: number;
}

/** Sandboxes that hold something, and those that only had a request. */
export class SandboxCache {
  readonly #store: Store;
  readonly #journals: SandboxParts['journals'];
  readonly #maxBytes: number;
  readonly #limits: CacheLimits;
  readonly #tell: TellUse;
  readonly #entries = new Map<string, Entry>();
  readonly #unmaterialized = new Unmaterialized();
  readonly #idleCounts: IdleCounts;
  /** Bytes that those entered hold. */
  #bytes = 0;

  constructor(
    { store, journals, defaults, limits: { maxTotalBytes } }: SandboxParts,
    { limits, tell }: { readonly limits: CacheLimits; readonly tell: TellUse },
  ) {
    this.#store = store;
    this.#journals = journals;
    this.#maxBytes = maxTotalBytes;
    this.#limits = limits;
    this.#tell = tell;
    this.#idleCounts = new IdleCounts({ store, ttlSeconds: defaults.ttl_seconds, monotonic: limits.monotonic });
  }

  /** The one of a name that holds something; this counts as a use of it. */
  get(name: string): Sandbox | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const now = this.#limits.monotonic();
    if (this.#isOver(entry, now)) {
      this.#forget(entry, 'idle');
      return undefined;
    }
    this.#use(entry, now);
    return entry.sandbox;
  }

  /** The one of a name that all requests share, whether or not it holds something. */
  shared(name: string): Sandbox | undefined {
    const cached = this.get(name);
    if (cached !== undefined) return cached;
    this.#idleCounts.use(name);
    return this.#unmaterialized.any(name);
  }

  /** Counts as a use of one, also where it holds nothing. */
  visit(sandbox: Sandbox): void {
    if (!this.#entries.has(sandbox.name)) this.#unmaterialized.add(sandbox);
  }

  /** Learns that something is counted in one, which may hold nothing. */
  tallied({ name }: Sandbox): void {
    if (!this.#entries.has(name)) this.#idleCounts.add(name);
  }

  /** Takes in one that is about to hold something, or throws that there are too many. */
  enter(sandbox: Sandbox): void {
    if (this.#entries.has(sandbox.name)) return;
    if (this.#entries.size >= this.#limits.maxSandboxes) this.#makeSlot();
    this.#unmaterialized.delete(sandbox);
    this.#idleCounts.delete(sandbox.name);
    const entry = { sandbox, usedAt: 0, toldAt: Number.NEGATIVE_INFINITY };
    this.#entries.set(sandbox.name, entry);
    this.#use(entry, this.#limits.monotonic());
    sandbox.isHeld = true;
  }

  /** Counts as a use of one that someone holds already; false where it is no longer the one of its name. */
  touch(sandbox: Sandbox): boolean {
    const entry = this.#entries.get(sandbox.name);
    if (entry === undefined) return this.#unmaterialized.touch(sandbox);
    if (entry.sandbox !== sandbox) return false;
    this.#use(entry, this.#limits.monotonic());
    return true;
  }

  #use(entry: Entry, now: number): void {
    entry.usedAt = now;
    if (now - entry.toldAt < touchIntervalMs(entry.sandbox.config.ttl_seconds)) return;
    entry.toldAt = now;
    this.#tell(entry.sandbox.name);
  }

  /** Forgets those that were idle too long. */
  sweep(): void {
    const now = this.#limits.monotonic();
    for (const entry of this.#entries.values()) if (this.#isOver(entry, now)) this.#forget(entry, 'idle');
    this.#idleCounts.sweep();
  }

  /** Takes out one of a name that the store has forgotten. */
  ended(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    entry.sandbox.retire();
    this.leave(entry.sandbox);
  }

  /** Takes one out that was forgotten; a request may still be under way in it, and then goes on in the same. */
  leave(sandbox: Sandbox): void {
    // The default one is always there.
    if (sandbox.name === DEFAULT_SANDBOX) return;
    this.#limits.left?.(sandbox.name);
    if (this.#entries.get(sandbox.name)?.sandbox === sandbox) this.#entries.delete(sandbox.name);
    sandbox.isHeld = false;
    this.#unmaterialized.forget(sandbox);
    this.#idleCounts.delete(sandbox.name);
  }

  /** The same for one of which another process has left nothing. */
  lose(sandbox: Sandbox): void {
    if (this.#entries.get(sandbox.name)?.sandbox === sandbox) this.leave(sandbox);
  }

  /** How much is held at present. */
  totals(): CacheTotals {
    this.sweep();
    let records = 0;
    for (const { sandbox } of this.#entries.values()) records += sandbox.counts.changed;
    return { sandboxes: this.#entries.size, records, bytes: this.#bytes };
  }

  /** Makes room for so many bytes more; false where they would be more than may be held. */
  makeRoom(sandbox: Sandbox, bytes: number): boolean {
    if (this.#fits(bytes)) return true;
    this.touch(sandbox);
    if (this.#store.exclusive) this.sweep();
    else this.#releaseFor(bytes);
    return this.#fits(bytes);
  }

  /** Takes over that one holds more bytes than before, or less. */
  counted(bytes: number): void {
    this.#bytes += bytes;
    // What a store that is shared has can be read again; one that is exclusive was asked for room before.
    if (bytes > 0 && !this.#store.exclusive) this.#releaseFor(0);
  }

  #fits(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  #releaseFor(bytes: number): void {
    while (!this.#fits(bytes) && this.#release());
  }

  /** Lets go of the one used longest ago, if there is one. */
  #release(): boolean {
    const oldest = this.#longestIdle(() => true);
    if (oldest === undefined) return false;
    this.#entries.delete(oldest.sandbox.name);
    oldest.sandbox.isHeld = false;
    return true;
  }

  #makeSlot(): void {
    if (!this.#store.exclusive) {
      this.#release();
      return;
    }
    this.sweep();
    if (this.#entries.size < this.#limits.maxSandboxes) return;
    const oldest = this.#longestIdle(({ sandbox }) => !sandbox.isConfigured);
    const isIdle = oldest !== undefined && this.#limits.monotonic() - oldest.usedAt >= MAKES_ROOM_MS;
    if (!isIdle) throw tooManySandboxes(this.#limits.maxSandboxes);
    this.#forget(oldest, 'room');
  }

  #longestIdle(isWanted: (entry: Entry) => boolean): Entry | undefined {
    let oldest: Entry | undefined;
    for (const entry of this.#entries.values()) {
      const isOlder = oldest === undefined || entry.usedAt < oldest.usedAt;
      if (isOlder && entry.sandbox.name !== DEFAULT_SANDBOX && isWanted(entry)) oldest = entry;
    }
    return oldest;
  }

  /** A store that is shared knows itself when the life of a sandbox is over, whoever used it. */
  #isOver({ sandbox, usedAt }: Entry, now: number): boolean {
    const ttl = sandbox.config.ttl_seconds;
    const isMortal = this.#store.exclusive && sandbox.name !== DEFAULT_SANDBOX;
    return ttl !== null && isMortal && now - usedAt > ttl * 1000;
  }

  #forget({ sandbox }: Entry, reason: 'idle' | 'room'): void {
    this.#limits.forgotten?.(reason);
    this.leave(sandbox);
    sandbox.retire();
    // An exclusive store drops at once, and so does the journal beside it; nobody waits for them.
    void this.#store.drop(sandbox.name);
    void this.#journals.begin(sandbox.name);
  }
}
