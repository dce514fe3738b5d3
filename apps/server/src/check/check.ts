/** What a check is: something that must hold of every operation, every collection, or every domain. */
import type { Operation } from '@understudy/contract/kit';
import type { AnyImplementation } from '../call/domain.js';
import type { AnyCollection } from '../kit/collection.js';
import type { Bench } from './bench.js';

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

/** What is said of a check, whatever it is about. */
interface Described<Subject> {
  readonly name: string;
  readonly proves: string;
  /** For which subjects it holds; for all where left out. */
  readonly of?: (subject: Subject) => boolean;
  readonly run: (subject: Subject, bench: Bench) => Promise<void> | void;
}

/** A check of operations. */
export function ofOperations({ name, proves, of = () => true, run }: Described<Operation>): Check {
  const cases = ({ domains }: Tested): Case[] => {
    const operations = domains.flatMap(({ contract }) => Object.values(contract.operations));
    const held = operations.filter((operation) => of(operation));
    return held.map((operation) => ({ subject: operation.name, run: (bench) => run(operation, bench) }));
  };
  return { name, proves, cases };
}

/** A check of collections: of those with seeded records. */
export function ofCollections({ name, proves, of = () => true, run }: Described<AnyCollection>): Check {
  const cases = ({ domains }: Tested): Case[] => {
    const held = domains.flatMap(({ collections }) => collections).filter((collection) => of(collection));
    return held.map((collection) => ({ subject: collection.name, run: (bench) => run(collection, bench) }));
  };
  return { name, proves, cases };
}

/** A check of whole domains. */
export function ofDomains({ name, proves, of = () => true, run }: Described<AnyImplementation>): Check {
  const cases = ({ domains }: Tested): Case[] =>
    domains
      .filter((domain) => of(domain))
      .map((domain) => ({ subject: domain.contract.name, run: (bench) => run(domain, bench) }));
  return { name, proves, cases };
}
