/** `npm run pack`: builds and packs the packages of this clone, and says how a project installs them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { packPackages } from './pack-packages.mjs';
import { root } from './run.mjs';

const destination = join(root, 'packed');
mkdirSync(destination, { recursive: true });
await bootstrap();
const packages = await packPackages(destination);
const files = packages.map(({ filename }) => `"${filename}"`);
console.log(`In the folder of your project:\n\n  npm install ${files.join(' ')}\n`);
