/** What must hold of the image: how large it is, as whom and with what it runs, and how it stops. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '../../tooling/src/patience.mjs';
import { freePort } from '../../tooling/src/server/index.mjs';
import { engine, engineName, tryEngine } from './engine.mjs';
import { startLoad, tally } from './load.mjs';

const IMAGE = 'understudy';

/** Largest size, in bytes, as engines show it. */
const MAX_BYTES = 200e6;

/** How little a container may be given. */
const BARE = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

const START_MS = patient(20_000);

let containers = 0;

/** Waits until a server answers. */
export async function answering(url, { ms = START_MS } = {}) {
  for (const end = performance.now() + ms; ;) {
    try {
      const response = await fetch(url);
      if (response.ok) return response;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    if (performance.now() > end) throw new Error(`${url} does not answer`);
    await sleep(50);
  }
}

/** Runs the image with as little as it may be given, for as long as something is done with it. */
async function running(work, { options = [], parameters = [], port: inside = 4010 } = {}) {
  const name = `understudy-image-${process.pid}-${(containers += 1)}`;
  const port = await freePort();
  const publish = ['--publish', `127.0.0.1:${port}:${inside}`];
  await engine(['run', '--detach', '--name', name, ...BARE, ...publish, ...options, IMAGE, ...parameters]);
  try {
    await work({ name, origin: `http://127.0.0.1:${port}` });
  } catch (error) {
    const { stdout, stderr } = await tryEngine(['logs', name]);
    throw new Error(`${error.message}\n${stdout}${stderr}`.trim(), { cause: error });
  } finally {
    await tryEngine(['rm', '--force', '--volumes', name]);
  }
}

/** A value of the image, or of a container, as the engine shows it. */
const shown = (what, format) => engine(['inspect', '--format', format, what]);

/** Runs the check that the image brings along. */
const checkHealth = (name) => tryEngine(['exec', name, '/nodejs/bin/node', '/app/healthcheck.mjs']);

/** What the engine itself says after it has run the check of the image. */
async function health(name) {
  if (engineName === 'podman') return (await tryEngine(['healthcheck', 'run', name])).code === 0;
  for (const end = performance.now() + START_MS; performance.now() < end; await sleep(500)) {
    if ((await shown(name, '{{.State.Health.Status}}')) === 'healthy') return true;
  }
  return false;
}

/** What is tried, by what it proves. */
export const tries = {
  'it is at most 200 MB': async () => {
    const bytes = Number(await shown(IMAGE, '{{.Size}}'));
    console.log(`        ${(bytes / 1e6).toFixed(0)} MB`);
    assert.ok(bytes <= MAX_BYTES, `it has ${bytes} bytes`);
  },

  'it says what it is in labels': async () => {
    const labels = JSON.parse(await shown(IMAGE, '{{json .Config.Labels}}'));
    const of = (name) => labels[`org.opencontainers.image.${name}`];
    assert.deepEqual([of('title'), of('licenses'), of('version')], ['Understudy', 'MIT', '1.2.3']);
    assert.ok(of('description') !== '' && of('revision') === 'abcdef', JSON.stringify(labels));
  },

  'it runs as an ordinary user, without a shell': () =>
    running(async ({ name, origin }) => {
      await answering(`${origin}/healthz`);
      const user = await engine(['exec', name, '/nodejs/bin/node', '--print', 'process.getuid()']);
      assert.equal(user, '65532');
      assert.notEqual((await tryEngine(['exec', name, 'sh', '-c', 'true'])).code, 0);
    }),

  'it serves with a root that cannot be written to, and without capabilities': () =>
    running(async ({ name, origin }) => {
      await answering(`${origin}/healthz`);
      const write = "require('node:fs').writeFileSync('/app/x', '')";
      const { stderr } = await tryEngine(['exec', name, '/nodejs/bin/node', '--eval', write]);
      assert.match(stderr, /EROFS/);
      const status = "require('node:fs').readFileSync('/proc/1/status', 'utf8')";
      const process1 = await engine(['exec', name, '/nodejs/bin/node', '--print', status]);
      assert.match(process1, /^CapEff:\s0+$/m);
      assert.match(process1, /^NoNewPrivs:\s1$/m);
      const created = await fetch(`${origin}/api/education/enrollments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' }),
      });
      assert.ok(created.ok, `a write is answered with ${created.status}`);
      for (const page of ['/', '/docs', '/openapi.json', '/metrics']) {
        assert.equal((await fetch(origin + page)).status, 200, page);
      }
    }),

  'it runs as any other user': () =>
    running(async ({ origin }) => void (await answering(`${origin}/readyz`)), { options: ['--user', '54321:0'] }),

  'it counts requests, and limits them': () =>
    running(
      async ({ origin }) => {
        await answering(`${origin}/healthz`);
        const statuses = [];
        for (let i = 0; i < 4; i += 1) statuses.push((await fetch(`${origin}/api/education/courses`)).status);
        assert.deepEqual(statuses, [200, 200, 200, 429]);
        const metrics = await (await fetch(`${origin}/metrics`)).text();
        assert.match(metrics, /http_server_request_duration_seconds_count\{.*\} 3$/m);
      },
      { options: ['--env', 'UNDERSTUDY_RATE_LIMIT=3/1h'] },
    ),

  'its check sees that it lives, below a path and on another port as well': async () => {
    await running(async ({ name, origin }) => {
      await answering(`${origin}/healthz`);
      assert.ok(await health(name), 'the engine does not find it healthy');
    });
    const options = ['--env', 'UNDERSTUDY_BASE_PATH=/mock', '--env', 'PORT=8080'];
    await running(
      async ({ name, origin }) => {
        await answering(`${origin}/mock/healthz`);
        const { code, stderr } = await checkHealth(name);
        assert.equal(code, 0, stderr);
      },
      { options, port: 8080 },
    );
  },

  'its check sees that it does not answer': () =>
    running(async ({ name, origin }) => {
      await answering(`${origin}/healthz`);
      const elsewhere = ['exec', '--env', 'PORT=4011', name, '/nodejs/bin/node', '/app/healthcheck.mjs'];
      assert.equal((await tryEngine(elsewhere)).code, 1);
    }),

  'it keeps a database in a volume': async () => {
    const volume = `understudy-image-${process.pid}`;
    const given = {
      options: ['--volume', `${volume}:/data`],
      parameters: ['serve', '--store', 'sqlite:/data/understudy.db'],
    };
    const count = async (origin) => {
      const answer = await answering(`${origin}/api/education/enrollments`);
      return (await answer.json()).pagination.total;
    };
    try {
      let before;
      await running(async ({ name, origin }) => {
        before = await count(origin);
        const body = JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' });
        const headers = { 'content-type': 'application/json' };
        const { status } = await fetch(`${origin}/api/education/enrollments`, { method: 'POST', headers, body });
        assert.ok(status < 300, String(status));
        await engine(['stop', '--time', '20', name]);
      }, given);
      await running(async ({ origin }) => assert.equal(await count(origin), before + 1), given);
    } finally {
      await tryEngine(['volume', 'rm', volume]);
    }
  },

  'it stops under load without a failed request': () =>
    running(async ({ name, origin }) => {
      await answering(`${origin}/healthz`);
      // Some that are quick, and some that are being answered when it is asked to stop.
      const load = startLoad(`${origin}/api/education/courses`);
      const slow = startLoad(`${origin}/api/education/courses?delay=0.3`);
      await Promise.all([load.answered(100), slow.answered(8)]);
      const begun = performance.now();
      await engine(['stop', '--time', '20', name]);
      const seconds = (performance.now() - begun) / 1000;
      const [quick, held] = await Promise.all([load.refused(), slow.refused()]);
      assert.equal(await shown(name, '{{.State.ExitCode}}'), '0');
      console.log(`        ${quick.answered + held.answered} answered, stopped in ${seconds.toFixed(1)} s`);
      assert.deepEqual(tally([...quick.failures, ...held.failures]), []);
      assert.ok(quick.answered > 100 && held.answered > 8, 'there was no load');
    }),
};
