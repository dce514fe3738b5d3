/** Asks for a database, and ends in the way that its argument names. */
import { startPostgres } from '@understudy/tooling/postgres';

const [, , ending] = process.argv;
const { port } = await startPostgres();
process.stdout.write(`${port}\n`);
if (ending === 'throw') throw new Error('as the test asked');
if (ending === 'exit-code') process.exitCode = 3;
if (ending === 'kill') setInterval(() => undefined, 1000);
