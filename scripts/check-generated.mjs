/** Generates again what is committed as generated, from nothing, and shows what would change. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const generated = { 'apps/server': 'src/kit/generated', 'packages/client': 'src/generated' };

const kept = mkdtempSync(join(tmpdir(), 'understudy-generated-'));
process.on('exit', () => rmSync(kept, { recursive: true, force: true }));

for (const [folder, output] of Object.entries(generated)) {
  const target = join(root, folder, output);
  const before = join(kept, folder);
  cpSync(target, before, { recursive: true });
  // A check leaves the work tree as it was.
  process.prependListener('exit', () => {
    rmSync(target, { recursive: true, force: true });
    cpSync(before, target, { recursive: true });
  });
  rmSync(target, { recursive: true });
  mkdirSync(target);
  await must('pnpm run generate', join(root, folder));
  await must(`git diff --no-index "${before}" "${target}"`, root);
}

async function must(command, cwd) {
  const { ok, output } = await run(command, { cwd });
  if (ok) return;
  console.error(`${output}\nThis failed: ${command}\nRun \`npm run generate\`, look at the difference, and commit it.`);
  process.exit(1);
}
