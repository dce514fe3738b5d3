/** Tests that take long in files that do not: a plain `npm test` leaves them out, and reports them as skipped. */
import { isExhaustive } from '@understudy/tooling/sample';
import { it } from 'vitest';

/** A test that runs where every case is tried: `UNDERSTUDY_TEST_ALL=1 npm test`. */
export const long = isExhaustive ? it : it.skip;
