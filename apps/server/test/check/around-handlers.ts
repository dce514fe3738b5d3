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
