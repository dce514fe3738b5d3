/** The seeded data that a server has, and by which collections it is known whether writes rely on it. */
import type { z } from 'zod';
import type { Sizes } from '../../kit/dataset.js';

/** A collection, as far as it concerns a store. */
export interface KeptCollection {
  readonly name: string;
  /** Seeded records when nobody asks for another size; only collections that can be sized have it. */
  readonly defaultSize?: number | undefined;
  /** Tells its seeded records from others; left out where they follow from the seed and the size. */
  readonly fingerprint?: (() => string) | undefined;
  /** What a record of it is; a store whose records have been of another shape holds them against it. */
  readonly schema?: z.ZodType<{ readonly id: string }> | undefined;
  /** Makes a record that does not fit the schema into one that does. */
  readonly migrate?: ((record: unknown) => unknown) | undefined;
}

/** A domain, as far as its records depend on seeded data. */
export interface SeededDomain {
  readonly name: string;
  readonly collections: readonly KeptCollection[];
}

/** What distinguishes seeded data from other seeded data, and which domains it belongs to. */
export interface DatasetSpec {
  readonly dataVersion: number;
  readonly seed: string;
  /** Records by collection; a collection that is absent has its default size. */
  readonly sizes: Sizes;
  readonly domains: readonly SeededDomain[];
}

/** Sizes as a database keeps them: the same text for the same sizes. */
export function sizesText(sizes: Sizes): string {
  return Object.keys(sizes)
    .toSorted()
    .map((name) => `${name}=${sizes[name]}`)
    .join(',');
}

/** The sizes of a text that `sizesText` has made. */
export function readSizes(text: string): Sizes {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair): [string, number] => {
      const [name = '', size = ''] = pair.split('=');
      return [name, Number(size)];
    }),
  );
}
