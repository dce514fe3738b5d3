/** Which checks a domain of a test meets: those of what its handlers, and the contract that they keep, may do wrong. */
import { checkNames } from '../../src/check/check-domains.js';

/** The checks of what the server does around a handler, by the same code for every domain: a domain of ours meets them. */
export const aroundHandlers: readonly string[] = [
  'paging-controls',
  'call-controls',
  'delay',
  'forced-failures',
  'nothing-written',
  'malformed',
  'faults',
  'lost-answers',
  'snapshots',
  'openapi',
  'documented',
];

/** The checks of a domain beside one that meets them all, by name. */
export const checksBeside: readonly string[] = checkNames.filter(
  (name) => name === 'documented' || !aroundHandlers.includes(name),
);
