/** Runs our command, by default `serve`, in this very process, so that signals and the exit code need no forwarding. */
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { followParent } from '../tooling/src/follow-parent.mjs';

const main = new URL('../apps/server/dist/main.js', import.meta.url);

followParent();
await bootstrap({ filter: '@understudy/server' });
const [, , first = '-'] = process.argv;
const command = first.startsWith('-') ? ['serve'] : [];
process.argv = [process.execPath, fileURLToPath(main), ...command, ...process.argv.slice(2)];
await import(main.href);
