#!/usr/bin/env node
/** The command line: `understudy serve` reads flags and environment, listens, and stops on a signal. */
import { writeSync } from 'node:fs';
import { run } from './command/run.js';

// Whoever stops reading (`| head -1`) ends no server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await run({
  arguments: process.argv.slice(2),
  environment: process.env,
  isTerminal: process.stdout.isTTY,
  // Past the stream, which takes nothing more after its first failure; to have one makes a pipe non-blocking.
  write: (bytes) => writeSync(process.stdout.fd, bytes),
});
