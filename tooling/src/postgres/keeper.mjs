/** The process that a database lives in: it ends with whoever asked for it, however that one ended. */
import process from 'node:process';
import { Database } from './database.mjs';

const database = new Database(process.argv.slice(2));
const actions = { halt: () => database.halt(), resume: () => database.resume(), stop: () => database.remove() };
let isOver = false;

// Whatever becomes of this process, no database is left behind.
process.on('exit', () => {
  if (!isOver) database.removeNow();
});
process.on('disconnect', async () => {
  await database.remove();
  isOver = true;
  process.exit();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Does something, and answers how that went. */
async function report(id, work) {
  try {
    await work();
    process.send?.({ id, port: database.port, url: database.url });
  } catch (error) {
    process.send?.({ id, failure: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', ({ id, action }) => report(id, actions[action]));
await report(0, () => database.create());
