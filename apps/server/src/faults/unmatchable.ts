/** Finds the patterns of a rule that no request can match, so that a rule without an effect is not set in silence. */
import type { FaultMatch } from '@understudy/contract';
import type { Mistake } from './mistake.js';

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

/** What is wrong with the patterns of a rule. */
export function unmatchable({ operation, path, header = {} }: FaultMatch): Mistake[] {
  const fields = Object.keys(header).filter((name) => !FIELD.test(name));
  return [
    ...unlike('operation', operation, [OPERATION, 'the name of an operation, such as education.listCourses or auth.*']),
    ...unlike('path', path, [PATH, 'a path below the base URL without a query, such as /api/education/**']),
    ...fields.map((name) => ({
      path: ['when', 'header', name],
      code: 'invalid_format',
      detail: 'must be the name of a header',
    })),
  ];
}
