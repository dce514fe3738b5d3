/** Lints the packages and apps for their boundaries: what may import what, without an arrow up and without a circle. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { known } from './known.mjs';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');
const config = fileURLToPath(new URL('oxlintrc.json', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

const parameters = [oxlint, '-c', config, '-f', 'json', 'packages', 'apps'];
const { stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 });
if (!stdout.startsWith('{')) throw new Error(`the linter did not answer: ${stdout}${stderr}`);

const findings = JSON.parse(stdout).diagnostics.map(({ code, filename, message, note = '', labels }) => {
  const file = filename.replaceAll('\\', '/');
  return { name: `${code} ${file}`, text: `${file}:${labels[0]?.span.line ?? 1}: ${message} ${code} ${note}` };
});
const fresh = findings.filter(({ name }) => !known.includes(name));
const stale = known.filter((name) => !findings.some((finding) => finding.name === name));

for (const { text } of fresh) console.error(text);
for (const name of stale) console.error(`scripts/boundaries/known.mjs: ${name} is mended; take it from the list`);
process.exitCode = fresh.length + stale.length === 0 ? 0 : 1;
