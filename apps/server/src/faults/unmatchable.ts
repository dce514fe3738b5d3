/** Finds the patterns of a rule that no request can match, so that a rule without an effect is not set in silence. */
import type { FaultMatch } from '@understudy/contract/sandboxes';
import { nearest } from '@understudy/contract/kit';
import { globs } from './glob.js';
import { type Mistake, quoted } from './mistake.js';

type Patterns = string | readonly string[] | undefined;

/** A path, or what begins with a wildcard; a query is matched by itself. */
const PATH = /^[/*][^?#]*$/;

/** Text with a dot in it, or with a wildcard that may stand for one. */
const OPERATION = /\.|\*\*/;

/** A name of a field (RFC 9110 §5.1). */
const FIELD = /^[\w!#$%&'*+.^`|~-]+$/;

function unlike(member: string, given: Patterns, [form, must]: readonly [RegExp, string]): Mistake[] {
  const all = typeof given === 'string' ? [given] : (given ?? []);
  return all.flatMap((pattern, index): Mistake[] => {
    if (form.test(pattern)) return [];
    const path = ['when', member, ...(typeof given === 'string' ? [] : [index])];
    return [{ path, code: 'invalid_format', detail: `must be ${must}` }];
  });
}

/** Operations of a server, as far as they are looked at. */
export interface Operations {
  readonly names: readonly string[];
  /** Whether it is looked for what somebody may have meant, which takes long among many names. */
  readonly hasHints: boolean;
}

/** Patterns of operations that no operation has the name of. */
function unknownOperations(given: Patterns, { names, hasHints }: Operations): Mistake[] {
  const all = typeof given === 'string' ? [given] : (given ?? []);
  return all.flatMap((pattern, index): Mistake[] => {
    if (!OPERATION.test(pattern) || names.some(globs(pattern, '.'))) return [];
    const meant = hasHints ? nearest(pattern, pattern.includes('*') ? names.map(domainOf) : names) : null;
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    const path = ['when', 'operation', ...(typeof given === 'string' ? [] : [index])];
    const detail = `matches no operation of this server that meets faults: ${quoted(pattern)}${hint}`;
    return [{ path, code: 'unknown', detail }];
  });
}

/** All operations of the domain of one, as a pattern. */
const domainOf = (operation: string): string => `${operation.split('.', 1)[0]}.*`;

/**
 * What is wrong with the patterns of a rule.
 *
 * @param operations those that meet faults; left out where a rule may be meant for another server
 */
export function unmatchable({ operation, path, header = {} }: FaultMatch, operations?: Operations): Mistake[] {
  const fields = Object.keys(header).filter((name) => !FIELD.test(name));
  return [
    ...unlike('operation', operation, [OPERATION, 'the name of an operation, such as education.listCourses or auth.*']),
    ...(operations === undefined ? [] : unknownOperations(operation, operations)),
    ...unlike('path', path, [PATH, 'a path below the base URL without a query, such as /api/education/**']),
    ...fields.map((name) => ({
      path: ['when', 'header', name],
      code: 'invalid_format',
      detail: 'must be the name of a header',
    })),
  ];
}
