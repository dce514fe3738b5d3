/** `npm run example <name>`: installs and builds what is missing, then runs one example. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root, run } from './run.mjs';
import { installStandalone, isStandalone } from './standalone.mjs';

const [name = ''] = process.argv.slice(2);
const folder = join(root, 'examples', name);
if (name === '' || !existsSync(join(folder, 'package.json'))) {
  console.error(`Which example? There are ${readdirSync(join(root, 'examples')).join(', ')}.`);
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const isElsewhere = isStandalone(manifest);
await bootstrap(isElsewhere ? {} : { filter: `${manifest.name}...` });
const cwd = isElsewhere ? await installStandalone(name) : folder;
const script = 'start' in manifest.scripts ? 'start' : 'test';
const { code } = await run(`npm run --silent ${script}`, { cwd, inherit: true });
process.exitCode = code;
