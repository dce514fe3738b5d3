/** `npm run check:size`: both sizes, also where the first is too large: of what is built, and of what it is written in. */
import { run } from './run.mjs';

for (const command of ['node scripts/count.mjs --check', 'size-limit']) {
  const { ok } = await run(command, { inherit: true });
  if (!ok) process.exitCode = 1;
}
