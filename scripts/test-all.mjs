/** `npm run test:all`: the tests with every case, of which `npm test` tries some of each kind, and those that take long. */
import { run } from './run.mjs';

const { code } = await run('node scripts/check-tests.mjs', {
  inherit: true,
  env: { UNDERSTUDY_TEST_ALL: '1' },
});
process.exitCode = code;
