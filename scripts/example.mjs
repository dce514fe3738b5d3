/** `npm run example <name>`: installs and builds what is missing, then runs one example. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root, run } from './run.mjs';

const [name = ''] = process.argv.slice(2);
const folder = join(root, 'examples', name);
if (name === '' || !existsSync(join(folder, 'package.json'))) {
  console.error(`Which example? There are ${readdirSync(join(root, 'examples')).join(', ')}.`);
  process.exit(1);
}
const { name: workspace, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
await bootstrap({ filter: `${workspace}...` });
const { code } = await run(`npm run --silent ${'start' in scripts ? 'start' : 'test'}`, { cwd: folder, inherit: true });
process.exitCode = code;
