/**
 * `npm run suite -- watching`: has Debian's Prometheus scrape a loaded server, and promtool check what it shows; fails where
 * either finds a fault, where a number is wrong, or where the dashboard or an alert asks for what there is not.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { followParent } from '@understudy/tooling/follow-parent';
import { freePort, spawnServer } from '@understudy/tooling/server';

followParent();
const TOKEN = 'token-of-the-test';
const PATIENCE_MS = 60_000;
const REQUESTS = 500;

const deploy = (path) => fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url));
const faults = [];

for (const program of ['prometheus', 'promtool']) {
  if (spawnSync(program, ['--version']).status === 0) continue;
  console.error(`${program} is not installed: apt-get install --no-install-recommends prometheus`);
  process.exit(1);
}

function promtool(words, input) {
  const { status, stdout, stderr } = spawnSync('promtool', words, { input, encoding: 'utf8' });
  // It ends with 0 where it only warns.
  const isFaulty = status !== 0 || (words[1] === 'metrics' && (stdout + stderr).trim() !== '');
  if (isFaulty) faults.push(`promtool ${words.join(' ')}: ${stdout}${stderr}`);
}

/** Does what makes every metric have a value. */
async function load(server) {
  const json = { 'content-type': 'application/json' };
  const post = (path, body, method = 'POST') =>
    server.fetch(path, { method, headers: json, body: JSON.stringify(body) });
  await post('/api/webhooks/register', { url: 'http://127.0.0.1:9/nobody', events: ['*'] });
  await post('/api/webhooks/test/invoice.paid', {});
  for (let i = 0; i < REQUESTS; i += 1) await (await server.fetch('/api/education/courses?per_page=1')).text();
  await server.fetch('/api/education/courses?simulate_error=server_error');
  await server.fetch('/api/education/courses?simulate_eror=x');
  await server.fetch('/sandboxes/default/conduct', { headers: { authorization: `Bearer ${TOKEN}` } });
  await server.fetch('/api/education/courses', { method: 'POST', headers: json, body: `"${'x'.repeat(200_000)}"` });
}

/** Prometheus as Debian has it, on what `deploy` brings, but for how often and where it scrapes. */
async function startPrometheus(target) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-prometheus-'));
  const config = readFileSync(deploy('prometheus/prometheus.yml'), 'utf8')
    .replace('15s', '1s')
    .replace('127.0.0.1:4010', target)
    .replace('# authorization:', 'authorization:')
    .replace('#   credentials: a-long-secret', `  credentials: ${TOKEN}`);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  copyFileSync(deploy('prometheus/alerts.yml'), join(folder, 'alerts.yml'));
  const address = `127.0.0.1:${await freePort()}`;
  const flags = ['--log.level=error', `--web.listen-address=${address}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  const config_file = `--config.file=${join(folder, 'prometheus.yml')}`;
  const child = spawn('prometheus', [config_file, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ask = async (path) => {
    const { status, data, error } = await (await fetch(`http://${address}/api/v1/${path}`)).json();
    if (status !== 'success') throw new Error(error);
    return data;
  };
  return {
    ask,
    query: async (expression) => (await ask(`query?query=${encodeURIComponent(expression)}`)).result,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function until(isDone) {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > end) return false;
    await sleep(200);
  }
  return true;
}

/** What the dashboard and the alerts ask for. */
function expressions() {
  const { panels } = JSON.parse(readFileSync(deploy('grafana/understudy.json'), 'utf8'));
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return shown.map((text) => text.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'));
}

const METRIC = /\b(?:http_server|understudy|nodejs|process|v8js)_\w+/g;

const server = await spawnServer(['--admin-token', TOKEN, '--webhook-delivery', 'on']);
const prometheus = await startPrometheus(server.origin.slice('http://'.length));
try {
  await load(server);
  const shown = await server.fetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  promtool(['check', 'metrics'], await shown.text());
  promtool(['check', 'rules', deploy('prometheus/alerts.yml')]);
  promtool(['check', 'config', deploy('prometheus/prometheus.yml')]);

  const counted = 'sum(http_server_request_duration_seconds_count{operation="education.listCourses"})';
  const isCounted = async () => Number((await prometheus.query(counted))[0]?.value[1]) === REQUESTS + 2;
  if (!(await until(isCounted))) {
    faults.push(`Prometheus has ${JSON.stringify(await prometheus.query(counted))}, not ${REQUESTS + 2}`);
  }
  const { activeTargets } = await prometheus.ask('targets');
  for (const { health, lastError } of activeTargets)
    if (health !== 'up') faults.push(`the target is ${health}: ${lastError}`);

  const names = new Set(await prometheus.ask('label/__name__/values'));
  const { groups } = await prometheus.ask('rules');
  const rules = groups.flatMap((group) => group.rules);
  if (rules.length === 0) faults.push('Prometheus has no rules');
  if (
    !(await until(async () =>
      (await prometheus.ask('rules')).groups.every((one) => one.rules.every(({ health }) => health === 'ok')),
    ))
  ) {
    faults.push('an alert could not be evaluated');
  }
  for (const expression of [...expressions(), ...rules.map(({ query }) => query)]) {
    await prometheus.query(expression).catch((error) => faults.push(`${expression}: ${error.message}`));
    for (const name of expression.match(METRIC) ?? []) {
      if (!names.has(name)) faults.push(`${expression} asks for ${name}, which there is not`);
    }
  }
  console.log(`${names.size} metrics, ${rules.length} alerts, ${expressions().length} queries of the dashboard`);
} finally {
  await prometheus.stop();
  await server.stop();
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
