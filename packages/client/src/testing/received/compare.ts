/** Compares a value with what is expected of it. */
import { isAsymmetric, isFound, isPattern, isPlainObject } from './asymmetric.js';

/** A value that is not as expected. */
export interface Difference {
  /** Where it is, such as `body.items[0].title`. */
  readonly at: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A value beside what is expected, cut down to what was compared: where they agree, both have the actual value. */
export interface Comparison {
  readonly differences: readonly Difference[];
  readonly actual: unknown;
  readonly expected: unknown;
}

const equal = (actual: unknown): Comparison => ({ differences: [], actual, expected: actual });

const different = ({ at, expected, actual }: Difference): Comparison => ({
  differences: [{ at, expected, actual }],
  actual,
  expected,
});

/** Compares: objects by the members that are expected, arrays item by item, everything else as a whole. */
export function compare(actual: unknown, expected: unknown, at: string): Comparison {
  if (isAsymmetric(expected)) return decide(expected.asymmetricMatch(actual), { at, expected, actual });
  if (isPattern(expected)) {
    return decide(typeof actual === 'string' && isFound(expected, actual), { at, expected, actual });
  }
  if (Array.isArray(expected) && Array.isArray(actual)) return compareLists(actual, expected, at);
  if (isPlainObject(expected) && isPlainObject(actual)) return compareMembers(actual, expected, at);
  return decide(actual === expected, { at, expected, actual });
}

/** A comparison that has been decided as a whole. */
export function decide(isEqual: boolean, difference: Difference): Comparison {
  return isEqual ? equal(difference.actual) : different(difference);
}

function compareLists(actual: readonly unknown[], expected: readonly unknown[], at: string): Comparison {
  const items = expected.slice(0, actual.length).map((item, index) => compare(actual[index], item, `${at}[${index}]`));
  const length = decide(actual.length === expected.length, {
    at: `${at}.length`,
    expected: expected.length,
    actual: actual.length,
  });
  return {
    differences: [...length.differences, ...items.flatMap(({ differences }) => differences)],
    actual,
    expected: [...items.map((item) => item.expected), ...expected.slice(actual.length)],
  };
}

type Members = Readonly<Record<string, unknown>>;

function compareMembers(actual: Members, expected: Members, at: string): Comparison {
  return joined(
    Object.entries(expected).map(([name, member]) => [
      name,
      compare(Object.hasOwn(actual, name) ? actual[name] : undefined, member, memberPath(at, name)),
    ]),
  );
}

/** Joins the comparisons of members into that of their object. */
export function joined(members: readonly (readonly [name: string, comparison: Comparison])[]): Comparison {
  return {
    differences: members.flatMap(([, { differences }]) => differences),
    actual: Object.fromEntries(members.map(([name, { actual }]) => [name, actual])),
    expected: Object.fromEntries(members.map(([name, { expected }]) => [name, expected])),
  };
}

/** Path of a member, as one would write it in a program. */
export function memberPath(at: string, name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? `${at}.${name}` : `${at}[${JSON.stringify(name)}]`;
}
