#!/usr/bin/env node
/** The command line: runs what its words ask for, and ends with the exit code of that. */
import { writeSync } from 'node:fs';
import module from 'node:module';

// Before anything of ours is loaded, which is compiled once then for all starts. Node 20 cannot keep it.
if ('enableCompileCache' in module) (module.enableCompileCache as () => void)();
const { run } = await import('./command/run.js');

// Whoever stops reading (`| head -1`) ends no server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await run({
  arguments: process.argv.slice(2),
  environment: process.env,
  folder: process.cwd(),
  isTerminal: process.stdout.isTTY,
  isErrorTerminal: process.stderr.isTTY,
  // Past the stream, which takes nothing more after its first failure; to have one makes a pipe non-blocking.
  write: (bytes) => writeSync(process.stdout.fd, bytes),
});
