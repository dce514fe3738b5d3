/** `npm run suite -- hosts`: MSW 3 answers an app in Node as MSW 2 does. */
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { installRuntime, runtimes } from '@understudy/tooling/runtimes';
import { runProgram } from '@understudy/tooling/server';
import { expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** MSW 3 needs Node 22.12. */
const nodes = runtimes.filter(({ name, version }) => name === 'Node' && Number.parseInt(version, 10) >= 22);

it.each(nodes)('$name $version', { timeout: patient(120_000) }, async (runtime) => {
  const vitest = [at('../../node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.msw-3.config.ts'];
  const { code, stdout, stderr } = await runProgram([await installRuntime(runtime), ...vitest], { cwd: at('../..') });
  expect([code, stdout], stderr).toEqual([0, expect.stringContaining('3 passed')]);
});
