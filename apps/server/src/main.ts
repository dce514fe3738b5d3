#!/usr/bin/env node
/** The command line: `understudy serve` reads flags and environment, listens, and stops on a signal. */
import { run } from './command/run.js';

process.exitCode = await run({
  arguments: process.argv.slice(2),
  environment: process.env,
  isTerminal: process.stdout.isTTY,
});
