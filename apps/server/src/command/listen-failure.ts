/** Says why a server cannot listen, and what to do about it. */
import { createServer } from 'node:net';
import type { Named, Settings } from '../options/options.js';
import { Failure } from './failure.js';
import { portOwner } from './port-owner.js';
import { plain } from './remote/plain.js';

/** Ports that are tried for one that is free. */
const TRIED = 100;

const LAST_PORT = 65_535;

type Address = Pick<Settings, 'host' | 'port'>;

/** Whether a server could listen there now. */
function isFree({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** The next port that is free; 0, which picks any, where none near is. */
async function nextFree({ host, port }: Address): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + TRIED, LAST_PORT); next += 1) {
    if (await isFree({ host, port: next })) return next;
  }
  return 0;
}

async function portTaken(address: Address, named: Named): Promise<string> {
  const [owner, next] = await Promise.all([portOwner(address.port), nextFree(address)]);
  const program = owner === undefined || owner.program === '' ? 'another program' : plain(owner.program);
  const who = owner === undefined ? program : `${program} (process ${owner.pid})`;
  return `${named('port')} is ${address.port}, but ${who} already listens there; try --port ${next}`;
}

/**
 * Why a server cannot listen; undefined where that is no matter of its address.
 *
 * @param named what the options of the address are called where they are given
 */
export async function listenFailure(error: unknown, address: Address, named: Named): Promise<Failure | undefined> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const fail = (message: string) => new Failure(message, { cause: error });
  if (code === 'EADDRINUSE') return fail(await portTaken(address, named));
  if (code === 'EACCES') {
    return fail(`${named('port')} is ${address.port}, but this user may not listen there; choose one above 1023`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(`${named('host')} is ${JSON.stringify(address.host)}, but this machine does not have that address`);
  }
  return undefined;
}
