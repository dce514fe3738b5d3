/** Programs for tests, checks and scripts, most of all the built server. */

/** @typedef {import('./spawn-server.mjs').SpawnedServer} SpawnedServer */

export { freePort, listen } from './listen.mjs';
export { offContract } from './off-contract.mjs';
export { plainEnvironment } from './plain-environment.mjs';
export { runProgram } from './run-program.mjs';
export { spawnListener } from './spawn-listener.mjs';
export { runServer, SERVER_MAIN, spawnServer } from './spawn-server.mjs';
