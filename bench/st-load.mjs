import { withDatabase } from './stores/database.mjs';
import { spawn } from 'node:child_process';
import http from 'node:http';
import { readFileSync } from 'node:fs';
const cpuOf = (pid) => { const p = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(p[11]) + Number(p[12])) * 10; };
async function start(dist, url) {
  const child = spawn(process.execPath, [`apps/server/${dist}/main.js`, 'serve', '--store', url, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  const port = await new Promise((r) => child.stdout.on('data', (d) => { out += d; const m = /http:\/\/127\.0\.0\.1:(\d+)/.exec(out); if (m) r(Number(m[1])); }));
  return { child, port };
}
async function load(port, pid, sandboxes, clients, seconds, method = 'GET') {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const until = performance.now() + seconds * 1000; let n = 0, bad = 0, i = 0;
  const one = () => new Promise((res) => {
    const post = method === 'POST';
    const body = post ? JSON.stringify({ title: `T ${i}`, description: 'd', level: 'beginner', subject: 'Mathematics', price_cents: 1000 }) : undefined;
    const req = http.request({ port, agent, method, headers: post ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}, path: sandboxes === 0 ? '/api/education/courses' : `/sandboxes/s${i++ % sandboxes}/api/education/courses` }, (r) => { if (r.statusCode !== 200 && r.statusCode !== 201) bad++; r.resume(); r.on('end', res); });
    req.on('error', () => { bad++; res(); }); req.end(body);
  });
  const c0 = cpuOf(pid), t0 = performance.now();
  await Promise.all(Array.from({ length: clients }, async () => { while (performance.now() < until) { await one(); n++; } }));
  const t = (performance.now() - t0) / 1000; agent.destroy();
  return { rate: Math.round(n / t), cpu: ((cpuOf(pid) - c0) * 1000 / n).toFixed(0), bad };
}
const [, , ...dists] = process.argv;
await withDatabase(async (db) => {
  const run = [];
  for (const dist of dists) run.push({ dist, ...(await start(dist, await db.create(dist.replaceAll('-', '_').replaceAll('/','_')))) });
  try {
    for (const [s, c] of [[1, 64], [8, 64], [64, 64], [1, 8]]) for (let round = 0; round < 3; round++) for (const r of run) {
      const made = round === 0 ? await load(r.port, r.child.pid, s, 8, 1, 'POST') : undefined;
      console.log(r.dist, `sandboxes ${s} clients ${c}`, JSON.stringify(await load(r.port, r.child.pid, s, c, 2)), made ? 'POST ' + JSON.stringify(made) : '');
    }
  } finally { for (const r of run) r.child.kill(); }
});
