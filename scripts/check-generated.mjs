/** Generates again what is committed as generated, from nothing, and shows what would change. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const generated = {
  'apps/server': ['src/kit/generated', 'src/server/generated'],
  'packages/client': ['src/generated'],
};

const keptFolder = mkdtempSync(join(tmpdir(), 'understudy-generated-'));
process.on('exit', () => rmSync(keptFolder, { recursive: true, force: true }));

for (const [folder, outputs] of Object.entries(generated)) {
  const kept = outputs.map((output) => keep(folder, output));
  await must('pnpm run generate', join(root, folder));
  for (const { before, target } of kept) await must(`git diff --no-index "${before}" "${target}"`, root);
}

/** Empties a folder; a check leaves the work tree as it was. */
function keep(folder, output) {
  const target = join(root, folder, output);
  const before = join(keptFolder, folder, output);
  cpSync(target, before, { recursive: true });
  process.prependListener('exit', () => {
    rmSync(target, { recursive: true, force: true });
    cpSync(before, target, { recursive: true });
  });
  rmSync(target, { recursive: true });
  mkdirSync(target);
  return { before, target };
}

async function must(command, cwd) {
  const { ok, output } = await run(command, { cwd });
  if (ok) return;
  console.error(`${output}\nThis failed: ${command}\nRun \`npm run generate\`, look at the difference, and commit it.`);
  process.exit(1);
}
