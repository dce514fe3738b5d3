/** Clients of other languages than JavaScript, as Debian has them, with their default settings: each is a program that is asked line by line. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @typedef {import('./clients.mjs').Ask} Ask */
/** @typedef {{ language: string, command: string[], packages: string[] }} Other the package of Debian that it is comes first */

const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(`others/${file}`, import.meta.url));

/** What Go compiles with: the sources that Debian's packages have installed, and no others. */
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '', CGO_ENABLED: '0' };

/** Where the client of Go is compiled to: once in each checkout, for all that run it. */
const goProgram = fileURLToPath(new URL('../../.cache/drills/go', import.meta.url));

/** Languages: what runs their program, and what it needs. */
const languages = {
  Python: { command: ['/usr/bin/python3', pathOf('clients.py')], packages: [] },
  Go: { command: [goProgram], packages: ['golang-go'] },
  Ruby: { command: ['/usr/bin/ruby', pathOf('clients.rb')], packages: ['ruby'] },
  PHP: { command: ['/usr/bin/php', pathOf('clients.php')], packages: ['php-cli'] },
  Java: { command: ['java', pathOf('Clients.java')], packages: [] },
  Perl: { command: ['/usr/bin/perl', pathOf('clients.pl')], packages: [] },
  Shell: { command: [], packages: [] },
};

/** Name, language, what its program calls it, and the package of Debian. @type {readonly (readonly [name: string, language: keyof typeof languages, own: string, ...packages: string[]])[]} */
const all = [
  ['urllib3', 'Python', 'urllib3', 'python3-urllib3'],
  ['requests', 'Python', 'requests', 'python3-requests'],
  ['httpx', 'Python', 'httpx', 'python3-httpx'],
  ['aiohttp', 'Python', 'aiohttp', 'python3-aiohttp'],
  ['urllib.request', 'Python', 'urllib', 'python3'],
  ['net/http', 'Go', 'net', 'golang-go'],
  ['go-retryablehttp', 'Go', 'retryable', 'golang-github-hashicorp-go-retryablehttp-dev'],
  ['resty', 'Go', 'resty', 'golang-github-go-resty-resty-dev'],
  ['Net::HTTP', 'Ruby', 'net-http', 'ruby'],
  ['Faraday', 'Ruby', 'faraday', 'ruby-faraday'],
  ['HTTParty', 'Ruby', 'httparty', 'ruby-httparty'],
  ['Excon', 'Ruby', 'excon', 'ruby-excon'],
  ['Guzzle', 'PHP', 'guzzle', 'php-guzzlehttp-guzzle'],
  ['cURL extension', 'PHP', 'curl', 'php-curl'],
  ['HttpClient', 'Java', '', 'default-jdk-headless'],
  ['LWP::UserAgent', 'Perl', 'lwp', 'libwww-perl'],
  ['HTTP::Tiny', 'Perl', 'tiny', 'perl'],
  ['curl --retry 5', 'Shell', 'curl', 'curl'],
  ['wget', 'Shell', 'wget', 'wget'],
];

/** All of them by name. @type {Readonly<Record<string, Other>>} */
export const others = Object.fromEntries(
  all.map(([name, language, own, ...packages]) => {
    const { command, packages: needs } = languages[language];
    return [name, { language, command: [...command, own], packages: [...packages, ...needs] }];
  }),
);

/** The upstream version of a package of Debian that is installed; undefined where it is not. */
export function debianVersion(/** @type {string} */ name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Version}', name], {
    encoding: 'utf8',
  });
  return /^installed (?:\d+:)?([^-+~]+)/.exec(stdout ?? '')?.[1];
}

/** Packages that a client lacks on this machine. */
const lackedBy = (/** @type {Other} */ { packages }) =>
  [...new Set(packages)].filter((name) => debianVersion(name) === undefined);

/** Those that this machine has, compiled where they have to be, and what the others lack. */
export function findOthers() {
  const known = Object.entries(others).map(([name, other]) => ({ name, lacks: lackedBy(other) }));
  const found = known.filter(({ lacks }) => lacks.length === 0).map(({ name }) => name);
  if (found.some((name) => others[name]?.language === 'Go')) {
    mkdirSync(dirname(goProgram), { recursive: true });
    const env = { ...process.env, ...GO, GOCACHE: join(dirname(goProgram), 'go-cache') };
    execFileSync('go', ['build', '-o', goProgram, pathOf('clients.go')], { env, stdio: 'inherit' });
  }
  return { found, missing: known.filter(({ lacks }) => lacks.length > 0) };
}

/** The command that does the job with a client. */
export const commandOf = (/** @type {string} */ name) => [process.execPath, pathOf('../run.mjs'), name];

/** @type {(line: string) => import('./clients.mjs').Page} */
function pageIn(line) {
  if (line.startsWith('!')) throw new Error(line.slice(1));
  const [link, ...body] = line.split('\t');
  return { link, data: JSON.parse(body.join('\t')).data };
}

const run = promisify(execFile);

/** Runs a command for each request. @type {Readonly<Record<string, Ask>>} */
const shells = {
  async curl(url, body) {
    const posted = body === undefined ? [] : ['--json', JSON.stringify(body)];
    const { stdout } = await run('curl', ['--retry', '5', '-sS', '-f', '-w', '\n%header{link}', ...posted, url]);
    const end = stdout.lastIndexOf('\n');
    return pageIn(`${stdout.slice(end + 1)}\t${stdout.slice(0, end)}`);
  },
  async wget(url, body) {
    const posted = ['--header=content-type: application/json', `--post-data=${JSON.stringify(body)}`];
    const options = ['-nv', '-S', '-O', '-', ...(body === undefined ? [] : posted), url];
    const { stdout, stderr } = await run('wget', options);
    return pageIn(`${/^ +link: (.*)$/im.exec(stderr)?.[1] ?? ''}\t${stdout}`);
  },
};

/** Starts a client. @type {(other: Other) => Ask} */
export function openOther({ command }) {
  const [program = '', ...words] = command;
  if (words.length === 0) return /** @type {Ask} */ (shells[program]);
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (url, body) => {
    child.stdin.write(
      `${body === undefined ? 'GET' : 'POST'}\t${url}\t${body === undefined ? '' : JSON.stringify(body)}\n`,
    );
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${program} has ended`);
    return pageIn(value);
  };
}
