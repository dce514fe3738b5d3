/** Looks at some of the seeded records of a domain that somebody brought: each must be what its collection says. */
import type { AnyCollection } from '../kit/collection.js';
import { Dataset, type Sizes } from '../kit/dataset.js';
import { seededId } from '../kit/ids.js';
import type { ServedDomains } from './served-api.js';
import { domainFault, lineOf, whereOf } from './fault.js';

/** Records at the beginning and at the end that are looked at, and how many between them. */
const ENDS = 3;
const BETWEEN = 10;

/** Positions to look at: never all of a million. */
function sample(count: number): readonly number[] {
  const all = Array.from({ length: Math.min(ENDS, count) }, (_, i) => [i, count - 1 - i]).flat();
  const between = Array.from({ length: BETWEEN }, (_, i) => Math.floor((count * (i + 1)) / (BETWEEN + 1)));
  return [...new Set([...all, ...between.filter((index) => index < count)])].toSorted((a, b) => a - b);
}

/** What is wrong with the record at an index; undefined where nothing is. */
function recordFault(collection: AnyCollection, dataset: Dataset, index: number): string | undefined {
  const { name, prefix, schema } = collection;
  const which = `the seeded record ${index + 1} of ${name}`;
  let record: unknown;
  try {
    record = collection.seeded(dataset, index);
  } catch (error) {
    return `${which} cannot be made: ${lineOf(error)}`;
  }
  if (record instanceof Promise) {
    record.catch(() => undefined);
    return `${which} is a promise; a seed must not be async`;
  }
  const { error } = schema.safeParse(record);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) {
    const member = issue.path.map(String).join('.');
    return `${which} breaks its schema${member === '' ? '' : ` at ${member}`}: ${issue.message}`;
  }
  // The schema has an id, as the type of a collection says.
  const { id } = record as { readonly id: string };
  if (id === seededId(prefix, index) || collection.indexOf?.(id) === index) return undefined;
  return `${which} has the id ${JSON.stringify(id)}, but must have ${seededId(prefix, index)}, as seededId(${name}.prefix, index) gives it`;
}

function collectionFault(collection: AnyCollection, dataset: Dataset): string | undefined {
  let count: unknown;
  try {
    count = collection.count(dataset);
  } catch (error) {
    return `the count of ${collection.name} fails: ${lineOf(error)}`;
  }
  if (!Number.isInteger(count) || Number(count) < 0) {
    return `the count of ${collection.name} is ${String(count)}, but must be a whole number`;
  }
  for (const index of sample(Number(count))) {
    const fault = recordFault(collection, dataset, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Checks the seeded records of the domains that somebody brought.
 *
 * @throws {@link OptionError} naming the file, the record and the member
 */
export function checkRecords(
  { domains = [], files }: Pick<ServedDomains, 'domains' | 'files'>,
  { seed, size }: { readonly seed: string; readonly size: Sizes },
): void {
  const dataset = new Dataset(seed, size);
  for (const domain of domains) {
    // Records of a document follow from it, and nobody has written code for them.
    if (domain.document !== undefined) continue;
    for (const collection of domain.collections) {
      const fault = collectionFault(collection, dataset);
      if (fault !== undefined) throw domainFault(whereOf(domain, files?.get(domain)), fault);
    }
  }
}
