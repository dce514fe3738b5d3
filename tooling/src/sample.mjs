/** Which cases the suites over all operations try: some of each kind, or every one where UNDERSTUDY_TEST_ALL says so. */

const { UNDERSTUDY_TEST_ALL = '0' } = process.env;
if (!['0', '1'].includes(UNDERSTUDY_TEST_ALL)) {
  throw new Error(`UNDERSTUDY_TEST_ALL is "${UNDERSTUDY_TEST_ALL}", but must be 0 or 1`);
}

/** Whether every case is tried, which takes minutes longer: `UNDERSTUDY_TEST_ALL=1 npm test`. */
export const isExhaustive = UNDERSTUDY_TEST_ALL === '1';

/** The test files that only `UNDERSTUDY_TEST_ALL=1 npm test` runs, as patterns: floods, kills, and browsers and clients of others. */
export const leftOut = isExhaustive ? [] : ['**/*.long.test.ts'];

/**
 * A few items that show every kind together, in their order: those of one kind prove the same. An item is left out where
 * those before it show all of its kinds, and then where the others that are left do. All of them where every case is
 * tried.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string | readonly string[]} kindsOf the kind of an item, or its kind in each way that counts
 * @returns {Item[]}
 */
export function oneOfEach(items, kindsOf) {
  return isExhaustive ? [...items] : someOfEach(items, kindsOf);
}

/**
 * A few items that show every kind together, also where every case is tried: for what a suite beside it tries of all.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string | readonly string[]} kindsOf
 * @returns {Item[]}
 */
export function someOfEach(items, kindsOf) {
  /** @type {Map<string, number>} how many of those that are left show a kind */
  const shown = new Map();
  const add = (/** @type {string} */ kind, /** @type {number} */ more) =>
    shown.set(kind, (shown.get(kind) ?? 0) + more);
  const left = items
    .map((item) => ({ item, kinds: [...new Set([kindsOf(item)].flat())] }))
    .filter(({ kinds }) => {
      const isNew = kinds.some((kind) => !shown.has(kind));
      if (isNew) for (const kind of kinds) add(kind, 1);
      return isNew;
    });
  const needed = left.toReversed().filter(({ kinds }) => {
    const isAlone = kinds.some((kind) => shown.get(kind) === 1);
    if (!isAlone) for (const kind of kinds) add(kind, -1);
    return isAlone;
  });
  return needed.toReversed().map(({ item }) => item);
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
