/** The request journals of a server: records what was answered, and wakes those who wait for it. */
import type { LateAttempt } from '../kit/watched.js';
import type { Waiter } from '../kit/event-source.js';
import { type DeliveryEntry, type Entry, journalNow, wallTimeOf } from './entry.js';
import type { Clearing, JournalStore, StoredEntry } from './journal-store.js';
import type { Outgoing, Poller } from './outgoing.js';
import { onNextTurn } from '#platform/runtime';
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { type DeliveryFacts, type Facts, type ReadEvidence, entryOf, factsOf } from './masked-entry.js';

/** So many go on in one turn of the event loop: the answers of all of them together take some ms. */
const AT_ONCE = 16;

/** Where those who waited pass. */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = [];
  /** How many went on in this turn. */
  #passed = 0;
  #isPlanned = false;

  /** Lets one go on, at once or in a later turn where many came before. */
  pass(goOn: () => void): void {
    if (this.#waiting.length > 0 || this.#passed >= AT_ONCE) {
      this.#waiting.push(goOn);
      return;
    }
    this.#passed += 1;
    this.#plan();
    goOn();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    onNextTurn(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    const next = this.#waiting.splice(0, AT_ONCE);
    this.#passed = next.length;
    if (next.length > 0) this.#plan();
    for (const goOn of next) goOn();
  }
}

/** Until when somebody waits. */
export interface Waiting {
  /** At most so long. */
  readonly ms: number;
  /** Aborted when nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** The waits of one process, by what they are for: the name of a sandbox, or the sandbox. */
export class Waiters<Key = string> {
  /** Those who wait, each with the sequence after which it waits for an entry. */
  readonly #waiters = new Map<Key, Map<Waiter, number>>();
  readonly #ending = new FewAtOnce();

  /** The sandboxes that are waited for. */
  get sandboxes(): readonly Key[] {
    return [...this.#waiters.keys()];
  }

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** Has somebody wait for an entry after a sequence: once it is woken, it waits no more. */
  add(sandbox: Key, after: number, waiter: Waiter): void {
    const waiters = this.#waiters.get(sandbox) ?? new Map<Waiter, number>();
    this.#waiters.set(sandbox, waiters.set(waiter, after));
  }

  /** Has somebody wait no more. */
  delete(sandbox: Key, waiter: Waiter): void {
    const waiters = this.#waiters.get(sandbox);
    if (waiters?.delete(waiter) === true && waiters.size === 0) this.#waiters.delete(sandbox);
  }

  /**
   * Ends once there is an entry after a sequence, or the time is over, which it answers with false; throws where the signal
   * is aborted.
   */
  async until(sandbox: Key, after: number, { ms, signal }: Waiting): Promise<boolean> {
    signal.throwIfAborted();
    const isNotified = await new Promise<boolean>((resolve) => {
      const end = (is: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.delete(sandbox, waiter);
        resolve(is);
      };
      const leave = (): void => end(true);
      const waiter = { wake: leave };
      // Many may wait as long.
      const timer = setTimeout(() => this.#ending.pass(() => end(false)), ms);
      signal.addEventListener('abort', leave, { once: true });
      this.add(sandbox, after, waiter);
    });
    signal.throwIfAborted();
    return isNotified;
  }

  /** Wakes those who wait for entries up to a sequence; which it is, need not be known. */
  notify(sandbox: Key, last = Infinity): void {
    for (const [waiter, after] of this.#waiters.get(sandbox) ?? []) if (last > after) this.#wake(sandbox, waiter);
  }

  /** Wakes all. */
  end(): void {
    for (const [sandbox, waiters] of this.#waiters) for (const waiter of waiters.keys()) this.#wake(sandbox, waiter);
  }

  /** Wakes one, soon: many may wait for the same entry. */
  #wake(sandbox: Key, waiter: Waiter): void {
    this.delete(sandbox, waiter);
    this.#ending.pass(() => waiter.wake());
  }
}

/** An entry that is made when somebody wants it, once. */
export interface ReadEntry {
  readonly sequence: number;
  readonly entry: () => JournalEntry;
  /** What conduct is judged by. */
  readonly facts: (read: ReadEvidence) => Facts;
}

/** What was read of the journal of a sandbox. */
export interface ReadJournal {
  /** Oldest first. */
  readonly entries: readonly ReadEntry[];
  /** The highest sequence that was given. */
  readonly last: number;
  /** How many entries gave way since it was last cleared. */
  readonly dropped: number;
  /** Whether it is not whole. */
  readonly incomplete: boolean;
}

/** The attempts at deliveries that were noted. */
export interface ReadDeliveries extends Pick<ReadJournal, 'incomplete'> {
  readonly entries: readonly DeliveryFacts[];
}

/** The requests among entries of a store, as they are read. */
function readEntries(stored: readonly StoredEntry[]): ReadEntry[] {
  return stored.flatMap(({ sequence, masked }) => {
    if ('delivery' in masked) return [];
    let entry: JournalEntry | undefined;
    return {
      sequence,
      entry: () => (entry ??= entryOf(sequence, masked)),
      facts: (read) => factsOf(masked, read),
    };
  });
}

/** The attempts at deliveries among entries of a store. */
const readDeliveries = (stored: readonly StoredEntry[]): DeliveryFacts[] =>
  stored.flatMap(({ masked }) => ('delivery' in masked ? masked.delivery : []));

/** The journal of the deliveries of a sandbox: no sandbox has a space in its name. */
const deliveriesOf = (sandbox: string): string => `${sandbox} deliveries`;

interface JournalsOptions {
  /** Whether anything is recorded. */
  readonly isOn?: boolean;
  /** Makes what writes into a store that processes share; needed for such a store alone. */
  readonly createOutgoing?: ((store: JournalStore) => Outgoing) | undefined;
}

/** The journals of one server. */
export class Journals {
  readonly #store: JournalStore;
  readonly #waiters = new Waiters();
  /** What was read last of a store of this process alone, until that changes: of those who wait for the same, each reads it. */
  #reading: { readonly key: string; readonly read: ReadJournal } | undefined;
  readonly #isOn: boolean;
  /** Only where processes share the store. */
  readonly #shared: { readonly outgoing: Outgoing; readonly poller: Poller } | undefined;

  constructor(store: JournalStore, { isOn = true, createOutgoing }: JournalsOptions = {}) {
    this.#store = store;
    this.#isOn = isOn;
    if (store.exclusive) return;
    if (createOutgoing === undefined) throw new TypeError('nothing writes into a store that processes share');
    const outgoing = createOutgoing(store);
    this.#shared = { outgoing, poller: outgoing.poller(this.#waiters) };
  }

  /** Records an entry. */
  record(entry: Entry): void {
    if (!this.#isOn) return;
    this.#reading = undefined;
    if (this.#shared === undefined) void this.#store.append([entry]);
    else this.#shared.outgoing.add(entry);
    if (!this.#waiters.isEmpty) this.#waiters.notify(entry.sandbox);
  }

  /** Notes an attempt at a delivery that has just ended, apart from the requests: it is no entry, and is cleared when they are. */
  recordDelivery(sandbox: string, attempt: LateAttempt): void {
    const since = journalNow();
    const entry: DeliveryEntry = {
      sandbox: deliveriesOf(sandbox),
      isMinor: false,
      since,
      answeredAt: since,
      attempt,
      endedAt: wallTimeOf(since, since),
    };
    this.record(entry);
  }

  /**
   * What there is after a sequence, at most so many entries; what this process has recorded is among it.
   *
   * @throws ProblemError 503 while the store cannot be reached
   */
  async read(sandbox: string, after = 0, limit = Number.POSITIVE_INFINITY): Promise<ReadJournal> {
    await this.flush();
    const key = JSON.stringify([sandbox, after, limit]);
    if (this.#reading?.key === key) return this.#reading.read;
    const stored = this.#store.read(sandbox, after, limit);
    // Without a promise it is remembered before anything else can be recorded.
    const { entries, last, dropped } = stored instanceof Promise ? await stored : stored;
    const read = { entries: readEntries(entries), last, dropped, incomplete: dropped > 0 };
    if (this.#shared === undefined) this.#reading = { key, read };
    return read;
  }

  /**
   * The attempts at deliveries that were noted.
   *
   * @throws ProblemError 503 while the store cannot be reached
   */
  async readDeliveries(sandbox: string): Promise<ReadDeliveries> {
    await this.flush();
    const { entries, dropped } = await this.#store.read(deliveriesOf(sandbox), 0);
    return { entries: readDeliveries(entries), incomplete: dropped > 0 };
  }

  /** Drops all entries, of every process. */
  async clear(sandbox: string): Promise<void> {
    await this.#clear(sandbox, 'answered');
  }

  /** The same where a sandbox begins anew, or is forgotten: what is still under way is left out as well. */
  async begin(sandbox: string): Promise<void> {
    // Where it cannot be done at the moment, it is done later: the sandbox has begun anew all the same.
    await this.#clear(sandbox, 'received').catch(() => undefined);
  }

  async #clear(sandbox: string, what: Clearing['what']): Promise<void> {
    if (!this.#isOn) return;
    this.#reading = undefined;
    const deliveries = deliveriesOf(sandbox);
    try {
      await this.#clearOne(sandbox, what);
      const lasts = await this.#store.lasts([deliveries]);
      // Few sandboxes have any.
      if ((lasts.get(deliveries) ?? 0) > 0) await this.#clearOne(deliveries, what);
    } catch (error) {
      // Both are done once the store is back.
      void this.#clearOne(deliveries, what).catch(() => undefined);
      throw error;
    }
  }

  async #clearOne(name: string, what: Clearing['what']): Promise<void> {
    if (this.#shared === undefined) await this.#store.clear(name, { what, at: journalNow() });
    else await this.#shared.outgoing.clear(name, what);
  }

  /**
   * Ends once there is an entry after a sequence, or after so many ms, which it answers with false; throws where the signal
   * is aborted.
   */
  async changed(sandbox: string, after: number, how: Waiting): Promise<boolean> {
    const change = this.#waiters.until(sandbox, after, how);
    void this.#look(sandbox);
    return change;
  }

  /** Wakes somebody, once, when there is an entry after a sequence. */
  watch(sandbox: string, after: number, waiter: Waiter): void {
    this.#waiters.add(sandbox, after, waiter);
    void this.#look(sandbox);
  }

  /** Wakes it no more. */
  unwatch(sandbox: string, waiter: Waiter): void {
    this.#waiters.delete(sandbox, waiter);
  }

  /** Looks for what came before somebody waited for it. */
  async #look(sandbox: string): Promise<void> {
    if (this.#shared === undefined) {
      const lasts = await this.#store.lasts([sandbox]);
      this.#waiters.notify(sandbox, lasts.get(sandbox) ?? 0);
      return;
    }
    const { outgoing, poller } = this.#shared;
    await outgoing.flush().catch(() => undefined);
    poller.begin(sandbox);
  }

  /** Writes what was recorded. */
  async flush(): Promise<void> {
    await this.#shared?.outgoing.flush();
  }

  /** Ends all waits, and writes what was recorded; what keeps it goes on, for others. */
  async end(): Promise<void> {
    this.#shared?.poller.end();
    this.#waiters.end();
    // What cannot be written now is lost.
    await this.flush().catch(() => undefined);
    this.#shared?.outgoing.end();
  }

  /** The same, and closes what keeps it. */
  async close(): Promise<void> {
    await this.end();
    await this.#store.close();
  }
}
