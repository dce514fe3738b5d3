/** How the tests of one part run for each of its mutants: without a PostgreSQL, which none of them needs. */
import { defineConfig } from 'vitest/config';
import { parts } from './scripts/mutants/parts.mjs';
import config from './vitest.config.js';

const { UNDERSTUDY_MUTANTS = '' } = process.env;
const include = parts[UNDERSTUDY_MUTANTS];
if (include === undefined) throw new Error(`there is no part "${UNDERSTUDY_MUTANTS}"`);

export default defineConfig({
  ...config,
  // Where modules are shared, they stay from one mutant to the next, and a fault in what runs as they load is never met.
  test: { ...config.test, include, globalSetup: [], isolate: true },
});
