/** What checks work with: servers of one API, sandboxes in which nobody has written, and calls that succeed. */
import type { Operation } from '@understudy/contract/kit';
import { prepareCall, type PreparedCall, sampleNeeds } from '@understudy/contract/samples';
import type { WholeApi } from '../call/api.js';
import type { OpenApiDocument } from '../http/openapi/openapi-document.js';
import {
  askIn,
  type CallOptions,
  defaultSandbox,
  type Host,
  type Sandbox,
  sandboxOf,
  type StartHost,
  type Transport,
  type TransportAnswer,
  transports,
  type Transcript,
} from './host.js';
import type { Readings } from './watched.js';
import type { AnyImplementation } from '../call/domain.js';
import type { AnyCollection } from '../kit/collection.js';
import { Dataset, type Sizes } from '../kit/dataset.js';

/** Members that are given instead of their examples. */
type Overrides = Readonly<Record<string, unknown>>;

/** What came of the search: the members to give, or an answer that was no success. */
type Found = { readonly overrides: Overrides } | { readonly refused: TransportAnswer };

/** Seeded records of each collection that are tried, from the first: a state may suit only some of them. */
const TRIED = 25;

interface Seeds {
  readonly domains: readonly AnyImplementation[];
  readonly seed: string;
  readonly sizes: Sizes;
}

/** Whether a member of an input names records of a collection: `note_id` those of notes with the prefix `note`. */
function names(member: string, { name, prefix, noun }: AnyCollection): boolean {
  const stem = member.replace(/_?ids?$/i, '').toLowerCase();
  return [noun, prefix, name, name.replace(/s$/, '')].some((word) => word?.toLowerCase() === stem);
}

/** Members that are, or may be, ids of records. */
const idMembers = ({ path, input }: Operation): string[] =>
  Object.keys(input.shape).filter((name) => path.includes(`{${name}}`) || /(?:^|_)id$|Id$/.test(name));

/** The collections that a member may name a record of: the ones called like it, else those of the operation's domain. */
function collectionsFor(member: string, operation: Operation, { domains }: Seeds): readonly AnyCollection[] {
  const all = domains.flatMap(({ collections }) => collections);
  const called = all.filter((collection) => names(member, collection));
  if (called.length > 0) return called;
  const own = domains.find(({ contract }) => operation.name.startsWith(`${contract.name}.`));
  return own?.collections ?? [];
}

/** Ids of seeded records for the members of an input, the k-th of each collection together. */
function* idsFrom(operation: Operation, seeds: Seeds): Generator<Overrides> {
  const { input } = operation;
  const required = idMembers(operation).filter((name) => input.shape[name]?._zod.optin === undefined);
  if (required.length === 0) return;
  const dataset = new Dataset(seeds.seed, seeds.sizes);
  const choices = required.map((member) => ({ member, from: collectionsFor(member, operation, seeds) }));
  const most = Math.max(...choices.map(({ from }) => from.length));
  for (let nth = 0; nth < most; nth++) {
    for (let index = 0; index < TRIED; index++) {
      const chosen = choices.flatMap(({ member, from }) => {
        const collection = from[Math.min(nth, from.length - 1)];
        const exists = collection !== undefined && index < collection.count(dataset);
        return exists ? [[member, collection.seeded(dataset, index).id] as const] : [];
      });
      if (chosen.length > 0) yield Object.fromEntries(chosen);
    }
  }
}

const called = (sandbox: Sandbox, operation: Operation, { input, headers }: PreparedCall) =>
  // As the client does: else an authorization request with all its parameters is a browser's.
  transports[0].call(sandbox, operation, { input, headers: { accept: 'application/json', ...headers } });

/** Whether the server failed, and no other input is needed. */
export const isFailure = ({ status }: TransportAnswer): boolean => status >= 500;

/** Finds such an input in a sandbox that nobody needs afterwards. */
async function findInput(sandbox: Sandbox, operation: Operation, seeds: Seeds): Promise<Found> {
  if (operation.meta.raw !== undefined) {
    const [domain = '', name = ''] = operation.name.split('.');
    const { document } = seeds.domains.find(({ contract }) => contract.name === domain) ?? {};
    const input = { ...document?.conformance.example(name) };
    const answer = await called(sandbox, operation, { input, headers: {} });
    return answer.status < 400 ? { overrides: input } : { refused: answer };
  }
  const prepared = await prepareCall(askIn(sandbox), operation);
  const first = await called(sandbox, operation, prepared);
  if (first.status < 300) return { overrides: {} };
  let refused = first;
  // What is wrong with a member that no record can give is not healed by another record.
  for (const overrides of idsFrom(operation, seeds)) {
    const input = { ...prepared.input, ...overrides };
    const answer = await called(sandbox, operation, { ...prepared, input });
    if (answer.status < 300) return { overrides };
    // An example that no record has says less than a handler that fails on a record.
    if (isFailure(answer) && !isFailure(refused)) refused = answer;
  }
  return { refused };
}

interface BenchParts {
  readonly api: WholeApi;
  readonly start: StartHost;
  /** The seed of all servers. */
  readonly seed: string;
  /** The stores beside memory, each with its name and the value of `--store`. */
  readonly stores: readonly { readonly name: string; readonly store: string }[];
  /** What handlers were seen to read of time and chance. */
  readonly readings: Readings;
  /** What another process answers, by operation; undefined where there is none. */
  readonly elsewhere?: Readonly<Record<string, Transcript>> | undefined;
  /** Makes records in a sandbox where lists have no seeded ones. */
  readonly fill?: ((sandbox: Sandbox) => Promise<void>) | undefined;
}

/** A call that succeeds in the sandbox it was prepared for. */
export interface ReadyCall extends PreparedCall {
  readonly operation: Operation;
  readonly sandbox: Sandbox;
}

/** No call of an operation succeeds. */
export class NoCall extends Error {}

/** What checks work with. */
export class Bench {
  readonly #parts: BenchParts;
  readonly #hosts = new Map<string, Promise<Host>>();
  readonly #passing: Host[] = [];
  readonly #cache = new Map<string, Promise<unknown>>();
  #count = 0;

  constructor(parts: BenchParts) {
    this.#parts = parts;
  }

  get api(): WholeApi {
    return this.#parts.api;
  }

  get seed(): string {
    return this.#parts.seed;
  }

  get stores(): BenchParts['stores'] {
    return this.#parts.stores;
  }

  get readings(): Readings {
    return this.#parts.readings;
  }

  get elsewhere(): BenchParts['elsewhere'] {
    return this.#parts.elsewhere;
  }

  /** One of the servers, started when it is first asked for. */
  host(which: string, store?: string): Promise<Host> {
    const found = this.#hosts.get(which);
    if (found !== undefined) return found;
    const started = this.#parts.start(store === undefined ? {} : { store });
    this.#hosts.set(which, started);
    return started;
  }

  /** A sandbox that nobody has written to. What works on the registry of sandboxes gets a server of its own. */
  async sandbox(operation?: Operation, { name }: { readonly name?: string } = {}): Promise<Sandbox> {
    if (operation?.meta.scope === 'registry') return defaultSandbox(await this.#ownHost());
    return sandboxOf(await this.host('first'), name ?? `check-${++this.#count}`);
  }

  /** The same sandbox on two servers. */
  async pair(operation: Operation): Promise<readonly [Sandbox, Sandbox]> {
    if (operation.meta.scope === 'registry') {
      return [defaultSandbox(await this.#ownHost()), defaultSandbox(await this.#ownHost())];
    }
    const name = `check-${++this.#count}`;
    return [sandboxOf(await this.host('first'), name), sandboxOf(await this.host('second'), name)];
  }

  /** A server that is closed with the check that asked for it. */
  async #ownHost(): Promise<Host> {
    const host = await this.#parts.start();
    this.#passing.push(host);
    return host;
  }

  /** The OpenAPI document of the servers. */
  document(): Promise<OpenApiDocument> {
    return this.once('document', async () => {
      const response = await (await this.host('first')).fetch('/openapi.json');
      return (await response.json()) as OpenApiDocument;
    });
  }

  /** Makes records where lists have none. */
  async fill(sandbox: Sandbox): Promise<void> {
    await this.#parts.fill?.(sandbox);
  }

  /** A sandbox whose lists have records, for checks that write nothing. */
  async filled(operation: Operation): Promise<Sandbox> {
    if (operation.meta.scope === 'registry') {
      const own = await this.sandbox(operation);
      await this.fill(own);
      return own;
    }
    return this.once('filled sandbox', async () => {
      const shared = sandboxOf(await this.host('first'), 'filled');
      await this.fill(shared);
      return shared;
    });
  }

  /** What came of looking for an input with which an operation succeeds. */
  found(operation: Operation): Promise<Found> {
    const { api, seed } = this.#parts;
    return this.once(`input of ${operation.name}`, async () =>
      findInput(await this.sandbox(operation), operation, { ...api, seed }),
    );
  }

  /** Whether a call of an operation was found that succeeds. */
  async hasCall(operation: Operation): Promise<boolean> {
    return 'overrides' in (await this.found(operation));
  }

  /**
   * A call that succeeds in a sandbox.
   *
   * @throws NoCall where none was found, which ends the check that asks: the check `answers` reports it
   */
  async ready(sandbox: Sandbox, operation: Operation): Promise<ReadyCall> {
    const found = await this.found(operation);
    if ('refused' in found) throw new NoCall(operation.name);
    const { input, headers } = await prepareCall(askIn(sandbox), operation);
    const own = { input: { ...input, ...found.overrides }, headers: { accept: 'application/json', ...headers } };
    return { operation, sandbox, ...own };
  }

  /** What takes long and never changes, made when it is first asked for. */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    // What stands under a key was made by whoever owns it.
    const cached = this.#cache.get(key) as Promise<Value> | undefined;
    if (cached !== undefined) return cached;
    const made = make();
    this.#cache.set(key, made);
    return made;
  }

  /** Lets go of the servers that a check had for itself. */
  async release(): Promise<void> {
    await Promise.all(this.#passing.splice(0).map((host) => host.close()));
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    await this.release();
    const hosts = await Promise.allSettled(this.#hosts.values());
    await Promise.all(hosts.map((host) => (host.status === 'fulfilled' ? host.value.close() : undefined)));
  }
}

/** Makes a call that is ready, with what is added to it. */
export function callReady(
  { operation, sandbox, input, headers }: ReadyCall,
  { over = transports[0], more = {}, ...options }: CallOptions & { over?: Transport; more?: object } = {},
): Promise<TransportAnswer> {
  const all = { ...headers, ...options.headers };
  const given = { ...input, ...more };
  const needs = sampleNeeds(operation, given);
  return over.call(sandbox, operation, { ...options, input: { ...given, ...needs }, headers: all });
}
