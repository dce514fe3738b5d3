/** Which cases the suites over all operations try: some of each kind, or every one where UNDERSTUDY_TEST_ALL says so. */

const { UNDERSTUDY_TEST_ALL = '0' } = process.env;
if (!['0', '1'].includes(UNDERSTUDY_TEST_ALL)) {
  throw new Error(`UNDERSTUDY_TEST_ALL is "${UNDERSTUDY_TEST_ALL}", but must be 0 or 1`);
}

/** Whether every case is tried, which takes minutes longer: `npm run test:all`. */
export const isExhaustive = UNDERSTUDY_TEST_ALL === '1';

/** The test files that only `npm run test:all` runs, as patterns: floods, kills, and browsers and clients of others. */
export const leftOut = isExhaustive ? [] : ['**/*.long.test.ts'];

/**
 * The items that show a kind which none before them showed, in their order: those of one kind prove the same. All of
 * them where every case is tried.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string | readonly string[]} kindsOf the kind of an item, or its kind in each way that counts
 * @returns {Item[]}
 */
export function oneOfEach(items, kindsOf) {
  if (isExhaustive) return [...items];
  /** @type {Set<string>} */
  const seen = new Set();
  return items.filter((item) => {
    const before = seen.size;
    for (const kind of [kindsOf(item)].flat()) seen.add(kind);
    return seen.size > before;
  });
}

/**
 * The ways in which a server and a client tell operations apart, apart from their names and members: those that are
 * alike in one of them go through the same code there.
 *
 * @param {import('@understudy/contract').Operation} operation
 * @returns {string[]}
 */
export function kindsOfOperation({ name, method, answers, meta }) {
  const { errors, credential, bodies, cache, scope, status, patch, versioned } = meta;
  const domain = name.slice(0, name.indexOf('.'));
  const call = [method, answers, status, scope];
  const ways = { call, errors, credential, bodies, cache, patch, versioned, domain };
  return Object.entries(ways).map(([way, kind]) => `${way}: ${JSON.stringify(kind)}`);
}
