/** `npm run guide`: builds the pages of docs/ as a site, and serves them at /guide of a server that takes our options. */
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';

await bootstrap({ filter: '@understudy/guide', task: 'guide' });
console.error('The guide is at /guide of this server:');
process.argv.splice(2, 0, '--static', fileURLToPath(new URL('../apps/guide/dist', import.meta.url)));
await import('./serve.mjs');
