/** Finds an input with which an operation succeeds: from the examples of its schemas, then from the seeded records. */
import type { Operation } from '@understudy/contract/kit';
import { prepareCall, type PreparedCall } from '@understudy/contract/samples';
import type { AnyImplementation } from '../call/domain.js';
import type { AnyCollection } from '../kit/collection.js';
import { Dataset, type Sizes } from '../kit/dataset.js';
import { askIn, type Sandbox } from './host.js';
import { type TransportAnswer, transports } from './transport.js';

/** Members that are given instead of their examples. */
export type Overrides = Readonly<Record<string, unknown>>;

/** What came of the search: the members to give, or an answer that was no success. */
export type Found = { readonly overrides: Overrides } | { readonly refused: TransportAnswer };

/** Seeded records of each collection that are tried, from the first: a state may suit only some of them. */
const TRIED = 25;

/** What seeded records are taken from. */
export interface Seeds {
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

/** Calls an operation as it is said to succeed. */
const called = (sandbox: Sandbox, operation: Operation, { input, headers }: PreparedCall) =>
  // As the client does: else an authorization request with all its parameters is a browser's.
  transports[0].call(sandbox, operation, { input, headers: { accept: 'application/json', ...headers } });

/** Whether the server failed, and no other input is needed. */
export const isFailure = ({ status }: TransportAnswer): boolean => status >= 500;

/** Finds such an input in a sandbox that nobody needs afterwards. */
export async function findInput(sandbox: Sandbox, operation: Operation, seeds: Seeds): Promise<Found> {
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
