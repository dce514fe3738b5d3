/** How each check reaches another runtime. None is left out: a new one is put into one of the two lists. */

/** These send requests to a server that runs there. */
export const asked: readonly string[] = [
  'openapi',
  'documented',
  'answers',
  'document-answers',
  'filters',
  'input-faults',
  'credentials',
  'limits',
  'paging-controls',
  'call-controls',
  'delay',
  'forced-failures',
  'faults',
  'malformed',
  'nothing-written',
  'lost-answers',
  'ranges',
  'file-conditions',
  'downloads',
  'resumed',
  'endings',
  'stream-heads',
  'lines',
  'idempotent-replays',
  'paging-styles',
  'cursors',
  'sorts',
  'searches',
  'same-over-trpc',
  'equal-bytes',
  // The other process is one of Node, whose clock is ahead.
  'two-processes',
  'snapshots',
  'sandboxes-apart',
];

/** These look at what no answer shows: they run there themselves, beside the server. */
export const within: readonly string[] = [
  'seeds-fit',
  'seed-ids',
  'seed-time-and-chance',
  'any-size',
  'time-and-chance',
  // It opens the stores, which are one each for all servers that are asked.
  'equal-stores',
];
