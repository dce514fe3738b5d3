/** Which cases the suites over all operations try: one of each kind, or every one where UNDERSTUDY_TEST_ALL says so. */

const { UNDERSTUDY_TEST_ALL = '0' } = process.env;
if (!['0', '1'].includes(UNDERSTUDY_TEST_ALL)) {
  throw new Error(`UNDERSTUDY_TEST_ALL is "${UNDERSTUDY_TEST_ALL}", but must be 0 or 1`);
}

/** Whether every case is tried, which takes minutes longer: `npm run test:all`. */
export const isExhaustive = UNDERSTUDY_TEST_ALL === '1';

/**
 * The first item of each kind, in their order: those of one kind prove the same. All of them where every case is tried.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} kindOf
 * @returns {Item[]}
 */
export function oneOfEach(items, kindOf) {
  if (isExhaustive) return [...items];
  const seen = new Set();
  return items.filter((item) => !seen.has(kindOf(item)) && seen.add(kindOf(item)));
}

/**
 * What a server and a client tell operations apart by, apart from their names and members: those that are alike in it go
 * through the same code.
 *
 * @param {import('@understudy/contract').Operation} operation
 * @returns {string}
 */
export function kindOfOperation({ method, answers, meta }) {
  const { errors, credential, bodies, cache, scope, status, patch, versioned } = meta;
  return JSON.stringify([method, answers, errors, credential, bodies, cache, scope, status, patch, versioned]);
}
