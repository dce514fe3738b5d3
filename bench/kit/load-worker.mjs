/** The process that makes load, as its parent asks, and says what came of it. */
import { shoot } from './shooter.mjs';
import { processorTime } from './usage.mjs';

/** Enough to keep one core busy, few enough to be clients that a mock server could have. */
const CONNECTIONS = 32;

async function measure({ warm, pid, ...job }) {
  const target = { ...job, connections: CONNECTIONS };
  // The first requests of a connection and of a cold function are not what a second of load costs.
  if (warm !== undefined) await shoot({ ...target, amount: undefined, ...warm });
  const busyBefore = processorTime(pid);
  const clientBefore = process.cpuUsage();
  const { requests, seconds } = await shoot(target);
  const busyAfter = processorTime(pid);
  const client = process.cpuUsage(clientBefore);
  return {
    requests,
    seconds,
    serverSeconds: busyBefore === undefined ? undefined : busyAfter - busyBefore,
    clientSeconds: (client.user + client.system) / 1e6,
  };
}

process.on('message', ({ id, job }) => {
  measure(job).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, failure: error.message }),
  );
});
