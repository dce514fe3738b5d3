/** Time limits of tests: what is ample on most machines, and a multiple of it where UNDERSTUDY_TEST_PATIENCE says so. */

const { UNDERSTUDY_TEST_PATIENCE = '1' } = process.env;
const factor = Number(UNDERSTUDY_TEST_PATIENCE);
if (!(factor >= 1)) throw new Error(`UNDERSTUDY_TEST_PATIENCE is "${UNDERSTUDY_TEST_PATIENCE}", but must be 1 or more`);

/**
 * A limit for this machine.
 *
 * @param {number} ms the limit on a machine with nothing else to do
 * @returns {number} in ms
 */
export function patient(ms) {
  return ms * factor;
}
