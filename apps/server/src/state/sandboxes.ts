/** The registry of sandboxes: each comes into being when it is first named, and is forgotten when it was idle too long. */
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { SandboxParts } from './local-copy.js';
import { type Registered, Sandbox } from './sandbox.js';
import { UnreadableState } from './unreadable-state.js';

/** Name of the sandbox that has the bare origin as its address. */
export const DEFAULT_SANDBOX = 'default';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Sandboxes that are asked for together when all are listed. */
const LISTED_AT_ONCE = 100;

/** Limits of the registry. */
export interface SandboxLimits {
  /** Sandboxes that this process holds at once. */
  readonly maxSandboxes: number;
  /** The monotonic clock of the machine, in ms. */
  readonly monotonic: () => number;
}

interface Entry {
  readonly sandbox: Sandbox;
  /** Place in the order of coming into being. */
  readonly order: number;
  usedAt: number;
}

/** A sandbox in the list of all. */
export interface Listed {
  readonly name: string;
  /** Position in the order of coming into being. */
  readonly order: number;
  /** The sandbox, or why it cannot be read. */
  readonly sandbox: Sandbox | UnreadableState;
}

/** All sandboxes of a server, as this process knows them. */
export class Sandboxes {
  readonly #parts: Registered;
  readonly #limits: SandboxLimits;
  readonly #entries = new Map<string, Entry>();
  /** Those that an exclusive store has forgotten, as long as a request may hold them: all go on with the same. */
  readonly #forgotten = new Map<string, WeakRef<Sandbox>>();
  readonly #collected = new FinalizationRegistry<string>((name) => {
    if (this.#forgotten.get(name)?.deref() === undefined) this.#forgotten.delete(name);
  });
  #orders = 0;
  readonly default: Sandbox;

  constructor(parts: SandboxParts, limits: SandboxLimits) {
    this.#parts = { ...parts, admit: (name) => this.#admit(name), enter: (sandbox) => this.#enter(sandbox) };
    this.#limits = limits;
    this.default = this.#add(new Sandbox(DEFAULT_SANDBOX, this.#parts));
  }

  /** Makes the default sandbox the first of all, wherever they are listed; that it cannot be read is told to who asks for it. */
  async begin(): Promise<void> {
    await this.default.refresh().catch(unreadable);
  }

  /** The sandbox of a name, if it has come into being in any process; this counts as a use of it. */
  async find(name: string): Promise<Sandbox | undefined> {
    if (this.#parts.store.exclusive) return this.#here(name);
    if (!NAME.test(name)) return undefined;
    const sandbox = this.#here(name) ?? new Sandbox(name, this.#parts);
    if (await sandbox.learn()) return this.#here(name) ?? this.#add(sandbox);
    return sandbox === this.default ? sandbox : undefined;
  }

  /** The sandbox of a name; it comes into being if it was not there. Only a store that is shared has to be asked. */
  open(name: string): Sandbox | Promise<Sandbox> {
    const found = this.#here(name);
    if (found !== undefined) return found;
    if (!NAME.test(name)) {
      const detail = 'must be 1 to 64 of a-z, 0-9, dot, underscore and hyphen, starting with a letter or digit';
      throw badRequest([{ parameter: 'name', code: 'invalid_format', detail }]);
    }
    if (!this.#parts.store.exclusive) return this.#openShared(new Sandbox(name, this.#parts));
    const sandbox = this.#forgotten.get(name)?.deref() ?? new Sandbox(name, this.#parts);
    this.#enter(sandbox);
    return sandbox;
  }

  #enter(sandbox: Sandbox): void {
    if (!this.#parts.store.exclusive || this.#entries.has(sandbox.name)) return;
    if (this.#entries.size >= this.#limits.maxSandboxes) this.sweep();
    if (this.#entries.size >= this.#limits.maxSandboxes) throw this.#full();
    if (this.#forgotten.delete(sandbox.name)) this.#collected.unregister(sandbox);
    this.#add(sandbox);
  }

  async #openShared(sandbox: Sandbox): Promise<Sandbox> {
    await sandbox.refresh();
    return this.#here(sandbox.name) ?? this.#add(sandbox);
  }

  /** Counts as a use of a sandbox that someone holds already; false where it is no longer the one of its name. */
  touch(sandbox: Sandbox): boolean {
    const entry = this.#entries.get(sandbox.name);
    if (entry?.sandbox !== sandbox) return false;
    entry.usedAt = this.#limits.monotonic();
    return true;
  }

  /** The sandboxes there are, in the order they came into being; what cannot be read is among them. */
  async list(): Promise<readonly Listed[]> {
    const { store } = this.#parts;
    this.sweep();
    if (store.exclusive) return Array.from(this.#entries, ([name, { order, sandbox }]) => ({ name, order, sandbox }));
    const listed = await store.list();
    const found: Listed[] = [];
    for (let i = 0; i < listed.length; i += LISTED_AT_ONCE) {
      const part = listed.slice(i, i + LISTED_AT_ONCE).map(async ({ name, position: order }) => {
        // Listing is no use: what only others work with is not kept here.
        const sandbox = this.#entries.get(name)?.sandbox ?? new Sandbox(name, this.#parts);
        const known = await sandbox.learn().catch(unreadable);
        return known === false ? [] : [{ name, order, sandbox: known === true ? sandbox : known }];
      });
      found.push(...(await Promise.all(part)).flat());
    }
    return found;
  }

  /** Sandboxes with records that somebody has yet to finish, whichever process left them; the first after a name. */
  async unfinished(after: string, limit: number): Promise<{ readonly name: string; readonly sandbox: Sandbox }[]> {
    const names = await this.#parts.store.unfinished(after, limit);
    const found = names.map(async (name) => ({ name, sandbox: await this.find(name).catch(unreadable) }));
    return (await Promise.all(found)).flatMap(({ name, sandbox }) =>
      sandbox instanceof Sandbox ? [{ name, sandbox }] : [],
    );
  }

  /** Forgets a sandbox and all that was written to it; the default one starts over. */
  async drop(sandbox: Sandbox): Promise<void> {
    const { store } = this.#parts;
    await sandbox.exclusively(async () => {
      await store.drop(sandbox.name);
      sandbox.retire();
      // In a shared store its name may come into being again at any time: all go on with the same.
      if (store.exclusive && sandbox !== this.default) this.#leave(sandbox);
    });
  }

  /** Forgets a sandbox that cannot be read. */
  async discard(name: string): Promise<void> {
    await this.drop(this.#here(name) ?? new Sandbox(name, this.#parts));
  }

  #leave(sandbox: Sandbox): void {
    this.#entries.delete(sandbox.name);
    this.#forgotten.set(sandbox.name, new WeakRef(sandbox));
    this.#collected.register(sandbox, sandbox.name, sandbox);
  }

  /** Forgets those that were idle too long. */
  sweep(): void {
    const now = this.#limits.monotonic();
    for (const entry of this.#entries.values()) if (this.#isIdle(entry, now)) this.#forget(entry);
  }

  #here(name: string): Sandbox | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const now = this.#limits.monotonic();
    if (this.#isIdle(entry, now)) {
      this.#forget(entry);
      return undefined;
    }
    entry.usedAt = now;
    return entry.sandbox;
  }

  #add(sandbox: Sandbox): Sandbox {
    if (this.#entries.size >= this.#limits.maxSandboxes) this.#release();
    this.#entries.set(sandbox.name, { sandbox, order: this.#orders++, usedAt: this.#limits.monotonic() });
    return sandbox;
  }

  /** Lets go of the one used longest ago: a store that is shared has it all. */
  #release(): void {
    const others = [...this.#entries.values()].filter(({ sandbox }) => sandbox !== this.default);
    const oldest = others.reduce<Entry | undefined>(
      (a, b) => (a === undefined || b.usedAt < a.usedAt ? b : a),
      undefined,
    );
    if (oldest === undefined) return;
    this.#entries.delete(oldest.sandbox.name);
    oldest.sandbox.journal.clear();
  }

  async #admit(name: string): Promise<void> {
    // The default one is always there.
    const limit = name === DEFAULT_SANDBOX ? Number.MAX_SAFE_INTEGER : this.#limits.maxSandboxes;
    if (!(await this.#parts.store.admit(name, limit))) throw this.#full();
  }

  #full(): ProblemError {
    return new ProblemError('sandbox_full', {
      detail: `this server holds ${this.#limits.maxSandboxes} sandboxes, as many as it may; delete some, or start it with a larger --max-sandboxes`,
    });
  }

  /** Only a store that dies with the process forgets: a durable one keeps what it was given. */
  #isIdle({ sandbox, usedAt }: Entry, now: number): boolean {
    const ttl = sandbox.config.ttl_seconds;
    return ttl !== null && this.#parts.store.exclusive && sandbox !== this.default && now - usedAt > ttl * 1000;
  }

  #forget({ sandbox }: Entry): void {
    this.#leave(sandbox);
    sandbox.retire();
    // An exclusive store drops at once; nobody waits for it.
    void this.#parts.store.drop(sandbox.name);
  }
}

/** Takes a failure for an answer, where it lies in what one sandbox has stored. */
function unreadable(failure: unknown): UnreadableState {
  if (failure instanceof UnreadableState) return failure;
  throw failure;
}
