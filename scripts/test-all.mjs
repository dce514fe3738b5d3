/** `npm run test:all`: the tests with every case of the suites over all operations, where `npm test` tries one of each kind. */
import { run } from './run.mjs';

const { code } = await run('node scripts/check-tests.mjs', {
  inherit: true,
  env: { UNDERSTUDY_TEST_ALL: '1' },
});
process.exitCode = code;
