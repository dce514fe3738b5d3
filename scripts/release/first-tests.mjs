/** What `understudy init` writes for the runners that the workspace does not have: in a new project, run as its workflow runs it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root, run } from '../run.mjs';

/** Jest is as old as the `expect` that it brings along. */
const { expect: jest, '@playwright/test': playwright } = JSON.parse(
  readFileSync(join(root, 'packages/client/package.json'), 'utf8'),
).devDependencies;

/** @type {Record<string, { type: string, devDependencies: Record<string, string> }>} */
const projects = {
  jest: { type: 'commonjs', devDependencies: { jest } },
  'jest-modules': { type: 'module', devDependencies: { jest } },
  playwright: { type: 'commonjs', devDependencies: { '@playwright/test': playwright } },
};

const INSTALL = 'npm install --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error';

/**
 * @param {{ folder: string, packages: readonly { name: string, filename: string }[] }} of
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkFirstTests({ folder, packages }) {
  const dependencies = Object.fromEntries(packages.map(({ name, filename }) => [name, `file:${filename}`]));
  const faults = [];
  for (const [name, manifest] of Object.entries(projects)) {
    const at = join(folder, `init-${name}`);
    mkdirSync(at);
    writeFileSync(join(at, 'package.json'), JSON.stringify({ private: true, ...manifest, dependencies }));
    writeFileSync(join(at, 'db.json'), '{ "posts": [{ "id": 1, "title": "Buy chalk" }] }');
    const must = async (command) => {
      const { ok, output } = await run(command, { cwd: at, limitMs: 180_000 });
      if (!ok) faults.push(`${name}: ${command} said\n${output.trim()}`);
      return ok;
    };
    if (!(await must(INSTALL)) || !(await must('npx --no-install @understudy/server init --yes'))) continue;
    const { jobs } = parse(readFileSync(join(at, '.github/workflows/understudy.yml'), 'utf8'));
    const command = jobs.understudy.steps.at(-1).run;
    if (await must(command)) console.log(`        ${name}: ${command}`);
  }
  return faults;
}
