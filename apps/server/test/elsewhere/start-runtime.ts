/** Another runtime, in a process of its own, that starts servers of ours when it is asked to. */
import { fileURLToPath } from 'node:url';
import { spawnListener } from '@understudy/tooling/server';
import { checkOptions, ORIGIN } from '../../src/check/check-domains.js';
import type { StartHost } from '../../src/check/host.js';

const program = fileURLToPath(new URL('serve.mjs', import.meta.url));

/** As those that are checked in process: the addresses in the answers of two servers are to be the same. */
const options = { ...checkOptions, publicUrl: ORIGIN };

/** What it says of a server that it has started. */
interface Started {
  readonly id: string;
  readonly origin: string;
}

/** Starts a runtime by its command; gives what starts servers on it, and what ends it. */
export async function startRuntime([runtime, ...flags]: readonly string[]): Promise<{
  readonly start: StartHost;
  readonly stop: () => Promise<unknown>;
}> {
  const listener = await spawnListener([...flags, program], {
    ...(runtime === undefined ? {} : { program: runtime }),
    env: { DENO_NO_UPDATE_CHECK: '1' },
  });
  const start: StartHost = async () => {
    const begun = await fetch(listener.origin, { method: 'POST', body: JSON.stringify(options) });
    const { id, origin } = (await begun.json()) as Started;
    const waits: number[] = [];
    return {
      origin: ORIGIN,
      waits,
      fetch: async (path, init) => {
        const response = await fetch(new URL(path, origin), init);
        const asked = await fetch(`${listener.origin}/${id}/waits`);
        waits.push(...((await asked.json()) as number[]));
        return response;
      },
      close: async () => void (await fetch(`${listener.origin}/${id}`, { method: 'DELETE' })),
    };
  };
  return { start, stop: () => listener.stop() };
}
