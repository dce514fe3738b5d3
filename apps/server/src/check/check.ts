/** What a check is, and how the checks of a domain are run. */
import type { Operation } from '@understudy/contract/kit';
import type { AnyImplementation } from '../call/domain.js';
import type { AnyCollection } from '../kit/collection.js';
import type { Bench, ReadyCall } from './bench.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError } from '../options/options.js';
import type { StartHost } from './host.js';
import { TRPCError } from '@trpc/server';
import { $ZodError } from 'zod/v4/core';
import { lineOf } from '../server/check-domains.js';
import { positionIn } from '../server/load-domains.js';

/** What is checked. */
export interface Tested {
  readonly domains: readonly AnyImplementation[];
}

/** One check of one subject. */
export interface Case {
  /** `domain.operation`, the name of a collection, or that of a domain. */
  readonly subject: string;
  /** Runs it. It throws a {@link Fault} where something is wrong. */
  readonly run: (bench: Bench) => Promise<void> | void;
}

/** Something that must hold. */
export interface Check {
  readonly name: string;
  /** What it proves, in one sentence. */
  readonly proves: string;
  /** The subjects that it holds for. */
  readonly cases: (tested: Tested) => readonly Case[];
}

interface Described<Subject> {
  readonly name: string;
  readonly proves: string;
  /** For which subjects it holds; for all where left out. */
  readonly of?: (subject: Subject) => boolean;
  /** Whether it holds for what was made of an OpenAPI document as well, which speaks HTTP of its own. */
  readonly isForDocuments?: boolean;
  readonly run: (subject: Subject, bench: Bench) => Promise<void> | void;
}

/** A check of operations. */
export function ofOperations({
  name,
  proves,
  of = () => true,
  isForDocuments = false,
  run,
}: Described<Operation>): Check {
  const cases = ({ domains }: Tested): Case[] => {
    const operations = domains.flatMap(({ contract }) => Object.values(contract.operations));
    const held = operations.filter(
      (operation) => (isForDocuments || operation.meta.raw === undefined) && of(operation),
    );
    return held.map((operation) => ({ subject: operation.name, run: (bench) => run(operation, bench) }));
  };
  return { name, proves, cases };
}

/** Whether an operation works on the records of a sandbox, and can be struck. */
export const isOfSandbox = ({ meta }: Operation): boolean => meta.scope === 'sandbox';

/** A check of operations by a call of each that succeeds, in a sandbox that nobody has written to. */
export const ofCalls = ({
  run,
  ...described
}: Omit<Described<Operation>, 'run'> & {
  readonly run: (ready: ReadyCall, bench: Bench) => Promise<void>;
}): Check =>
  ofOperations({
    ...described,
    run: async (operation, bench) => run(await bench.ready(await bench.sandbox(operation), operation), bench),
  });

/** A check of collections: of those with seeded records. */
export function ofCollections({
  name,
  proves,
  of = () => true,
  isForDocuments = true,
  run,
}: Described<AnyCollection>): Check {
  const cases = ({ domains }: Tested): Case[] => {
    const own = domains.filter(({ document }) => isForDocuments || document === undefined);
    const held = own.flatMap(({ collections }) => collections).filter((collection) => of(collection));
    return held.map((collection) => ({ subject: collection.name, run: (bench) => run(collection, bench) }));
  };
  return { name, proves, cases };
}

/** A check of whole domains. */
export function ofDomains({ name, proves, of = () => true, run }: Described<AnyImplementation>): Check {
  const cases = ({ domains }: Tested): Case[] =>
    domains
      .filter((domain) => domain.document === undefined && of(domain))
      .map((domain) => ({ subject: domain.contract.name, run: (bench) => run(domain, bench) }));
  return { name, proves, cases };
}

/** A store, and why it is not checked. */
export interface StoreUnderCheck {
  readonly name: string;
  /** The value of `--store`. */
  readonly store: string;
  readonly skipped?: string | undefined;
}

/** Why a store cannot be used; undefined where it can. */
async function reasonAgainst(start: StartHost, store: string): Promise<string | undefined> {
  try {
    await (await start({ store })).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    // An address may hold a password, which the error does not show.
    return error.message;
  }
}

/** The stores, and what removes the files that they made. */
export async function usableStores(start: StartHost, postgres: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-check-'));
  const sqlite = `sqlite:${join(folder, 'check.db')}`;
  const probe = await reasonAgainst(start, `sqlite:${join(folder, 'probe.db')}`);
  const stores: StoreUnderCheck[] = [
    { name: 'sqlite', store: sqlite, skipped: probe },
    postgres === undefined
      ? { name: 'postgres', store: '', skipped: 'no database was given; --postgres postgres://… names one' }
      : { name: 'postgres', store: postgres, skipped: await reasonAgainst(start, postgres) },
  ];
  return { stores, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The error that a handler threw, out of that of tRPC. */
function behind(error: unknown): unknown {
  return error instanceof TRPCError && error.cause !== undefined && error.code === 'INTERNAL_SERVER_ERROR'
    ? behind(error.cause)
    : error;
}

/** An error as one line; of what a schema refuses, the first member and why. */
function textOf(thrown: unknown): string {
  const [issue] = thrown instanceof $ZodError ? thrown.issues : [];
  if (issue === undefined) return lineOf(thrown);
  return `ZodError: a value does not fit its schema at ${issue.path.map(String).join('.') || 'its top'}: ${issue.message}`;
}

/**
 * What was thrown, as one line.
 *
 * @param theirs names of the operations and collections of the domain, which our own errors about it have in their text
 */
export function thrownText(error: unknown, theirs: readonly string[]): string {
  const thrown = behind(error);
  const what = textOf(thrown);
  const position = thrown instanceof Error ? positionIn(thrown) : undefined;
  if (position !== undefined) return `${what}, at ${position}: an error in your domain`;
  if (!(thrown instanceof Error)) return `${what}, which is no Error and has no line: your domain throws it`;
  // Without a line of theirs, a schema has refused what a handler gave.
  const isTheirs = thrown instanceof $ZodError || theirs.some((name) => what.includes(name));
  if (isTheirs) return `${what}: an error in your domain`;
  const [, at] = /\n\s+at (.+)/.exec(thrown.stack ?? '') ?? [];
  return `${what}, at ${at ?? 'an unknown line'}: no line of your domain is involved, so this is a fault in Understudy; please report it`;
}

/** The error that ended a process which nobody caught, by what Node has written of it: that of a timer or a promise. */
export function uncaughtIn(written: string): string | undefined {
  const [, message, stack] = /^(?:Uncaught )?([\w$]*(?:Error|Exception)\b.*)\n((?:\s+at .+\n?)+)/m.exec(written) ?? [];
  if (message === undefined) return undefined;
  const position = positionIn({ stack: stack ?? '' });
  return `${message}${position === undefined ? '' : `, at ${position}`}: it was thrown outside of any call, and ended the process`;
}
