/** A client that creates courses, in one sandbox or several, on one replica or several, as fast as it is answered. */
import { Agent, request } from 'node:http';
import { percentile } from '../kit/statistics.mjs';

let titles = 0;

function post({ port, sandbox, agent }) {
  titles += 1;
  const body = JSON.stringify({
    title: `Course ${titles}`,
    category: 'Bench',
    difficulty: 'expert',
    instructor: 'Bo Li',
    duration_hours: 1,
  });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const path = `/sandboxes/${sandbox}/api/education/courses`;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`a write was answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function writeFor({ ports, sandboxes, connections, seconds }) {
  const agent = new Agent({ keepAlive: true });
  const since = performance.now();
  const until = since + seconds * 1000;
  const took = [];
  const writer = async (_, i) => {
    for (let begun = performance.now(); begun < until; begun = performance.now()) {
      await post({ port: ports[i % ports.length], sandbox: sandboxes[i % sandboxes.length], agent });
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, writer));
  agent.destroy();
  return { rate: took.length / ((performance.now() - since) / 1000), quick: percentile(took, 0.1) };
}

process.on('message', ({ id, job }) => {
  writeFor(job).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, failure: error.message }),
  );
});
