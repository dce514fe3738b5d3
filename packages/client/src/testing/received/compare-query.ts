/** Compares the query of a request. */
import { isAsymmetric, isPattern } from './asymmetric.js';
import { compare, type Comparison, decide, joined, memberPath } from './compare.js';
import type { ExpectedRequest } from './expected-request.js';

/** Compares some parameters by name, or the whole query. */
export function compareQuery(actual: string, expected: ExpectedRequest['query'], at: string): Comparison {
  if (typeof expected === 'string') return decide(sorted(actual) === sorted(expected), { at, expected, actual });
  if (isAsymmetric(expected) || isPattern(expected)) return compare(actual, expected, at);
  const sent = new URLSearchParams(actual);
  return joined(
    Object.entries(expected ?? {}).map(([name, value]) => {
      const values = sent.getAll(name);
      const found = values.length > 1 ? values : values[0];
      // A query has nothing but texts, so that 5 is "5".
      const wanted = Array.isArray(value) ? value.map(asText) : asText(value);
      const isList = Array.isArray(wanted) && typeof found === 'string';
      return [name, compare(isList ? [found] : found, wanted, memberPath(at, name))];
    }),
  );
}

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** A query whose parameters are in the order of their names: that order means nothing, unlike that of one name. */
function sorted(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}
