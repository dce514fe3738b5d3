/** A client that creates courses, in one sandbox or several, on one replica or several, as fast as it is answered. */
import { creation } from '../kit/creation.mjs';
import { keepAsking } from '../kit/shooter.mjs';
import { percentile } from '../kit/statistics.mjs';

async function writeFor({ ports, sandboxes, connections, seconds }) {
  const since = performance.now();
  const until = since + seconds * 1000;
  const took = [];
  const writer = (_, i) => {
    const [port, sandbox] = [ports[i % ports.length], sandboxes[i % sandboxes.length]];
    let begun;
    return keepAsking(port, () => {
      const now = performance.now();
      if (begun !== undefined) took.push(now - begun);
      begun = now;
      return now < until ? creation(port, sandbox) : undefined;
    });
  };
  await Promise.all(Array.from({ length: connections }, writer));
  return { rate: took.length / ((performance.now() - since) / 1000), quick: percentile(took, 0.1) };
}

process.on('message', ({ id, job }) => {
  writeFor(job).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, failure: error.message }),
  );
});
