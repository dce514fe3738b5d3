/** `understudy serve --tls self-signed` as clients meet it that nobody here wrote: by HTTP/1.1, and by HTTP/2. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, runServer, type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasProgram } from '../command/has-program.js';
import { runHere } from '../command/in-process.js';
import { useFolder } from '../use.js';

const folder = useFolder();
const authority = join(folder, 'ca.pem');
const trusting = { NODE_EXTRA_CA_CERTS: authority };
const PATH = '/api/education/courses?per_page=2';

let server: SpawnedServer;
beforeAll(async () => {
  server = await spawnServer(['--tls', 'self-signed', '--tls-dir', folder]);
});
afterAll(async () => {
  expect(await server.stop('SIGTERM')).toBe(0);
});

it('says that it listens on https, and where its CA is', () => {
  expect(server.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(server.complaints()).toContain(`the CA of its certificate is ${authority}, made just now\n`);
  expect(server.complaints()).toContain(`NODE_EXTRA_CA_CERTS=${authority} has Node trust it`);
});

const UNDICI = fileURLToPath(new URL('./undici-program.mjs', import.meta.url));

it.each(['false', 'true'])('answers undici (allowH2: %s), and breaks off what is to break off', async (allowH2) => {
  const { stdout, stderr } = await runProgram([process.execPath, UNDICI, server.origin + PATH, authority, allowH2]);
  expect([stdout, stderr]).toEqual(['[2,"broken","broken",2]\n', '']);
});

it('answers the fetch of Node, once that trusts the CA', async () => {
  const program = `const answer = await fetch('${server.origin}${PATH}'); console.log(answer.status);`;
  const run = (env = {}) => runProgram([process.execPath, '--input-type=module', '-e', program], { env });
  const [trusted, other] = await Promise.all([run(trusting), run()]);
  expect([trusted.stdout, other.code]).toEqual(['200\n', 1]);
});

it('answers curl by each version, on every name of this machine', async () => {
  const curl = (...parameters: string[]) =>
    runProgram([
      'curl',
      '-sS',
      '--cacert',
      authority,
      '-o',
      '/dev/null',
      '-w',
      '%{http_version} %{http_code}',
      ...parameters,
    ]);
  const { port } = new URL(server.origin);
  const [two, one, posted] = await Promise.all([
    curl('--http2', `https://localhost:${port}${PATH}`),
    curl('--http1.1', server.origin + PATH),
    curl('--http2', '-H', 'Content-Type: application/json', '-d', '{}', `${server.origin}/api/education/enrollments`),
  ]);
  expect([two.stdout, one.stdout, posted.stdout]).toEqual(['2 200', '1.1 200', '2 400']);
});

it.runIf(await hasProgram('python3', 'https'))('answers the urllib of Python', async () => {
  const program = `import ssl, sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], context=ssl.create_default_context(cafile=sys.argv[2])).status)`;
  const { stdout, stderr } = await runProgram(['python3', '-c', program, server.origin + PATH, authority]);
  expect([stdout, stderr]).toEqual(['200\n', '']);
});

it('is found by the other commands, which say what is wrong where they do not trust it', async () => {
  const { port } = new URL(server.origin);
  const byOptions = ['status', '--tls', 'self-signed', '--port', port];
  const [trusted, found, other] = await Promise.all([
    runServer(['status', server.origin], { env: trusting }),
    runServer(byOptions, { env: trusting }),
    runServer(['status', server.origin]),
  ]);
  expect(trusted.stdout).toContain(`at ${server.origin} is up`);
  expect(found.stdout).toContain(`at ${server.origin} is up`);
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).toMatch(
    /^understudy: no server answers at https:\S+: its certificate is not trusted; NODE_EXTRA_CA_CERTS=FILE [^\n]+\n$/,
  );
});

it('tells whoever asks it by http to begin with https', async () => {
  const url = server.origin.replace('https:', 'http:');
  const { code, stderr } = await runHere(['status', url]);
  expect([code, stderr]).toEqual([1, `understudy: what answers at ${url} refuses http; begin the URL with https://\n`]);
});
