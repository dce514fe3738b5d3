/**
 * Images under official names, made of Debian's packages and npm's Node where no image registry can be reached: they
 * hold what the official ones hold, as far as our image and compose file use it. `--pull` uses the official ones.
 */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRuntime, runtimes } from '../../tooling/src/runtimes/index.mjs';
import { runProgram } from '../../tooling/src/server/index.mjs';
import { cache, engine, tryEngine } from './engine.mjs';

const DEBIAN = 'localhost/debian-bookworm';

/** Certificates that this machine trusts: a registry of packages may be behind one of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

async function must(command, options) {
  const { code, stderr } = await runProgram(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')}: ${stderr.slice(-2000)}`);
}

/** A folder to make an image from, empty. */
function emptyFolder(name) {
  const folder = join(cache, 'making', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Builds an image from a folder and the lines of its Dockerfile. */
async function make(image, folder, lines) {
  const file = `${folder}.Dockerfile`;
  writeFileSync(file, lines.join('\n'));
  await engine(['build', '--format', 'docker', '--network', 'host', '--file', file, '--tag', image, folder]);
}

async function nodeProgram() {
  const runtime = runtimes.find(({ name, version }) => name === 'Node' && version.startsWith('22.'));
  return installRuntime(runtime);
}

/** Debian without documentation, as its slim images are. */
async function debian() {
  const file = join(cache, 'bookworm.tar');
  const leftOut = ['doc', 'man', 'info', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  const packages = '--include=ca-certificates,tzdata';
  if (!existsSync(file)) await must(['mmdebstrap', '--variant=minbase', packages, ...leftOut, 'bookworm', file]);
  await engine(['import', file, DEBIAN]);
}

async function nodeSlim(image) {
  const folder = emptyFolder('node');
  const local = join(folder, 'usr/local');
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(await nodeProgram(), join(local, 'bin/node'));
  const { stdout } = await runProgram(['npm', 'root', '--global']);
  cpSync(join(stdout.trim(), 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
  cpSync(CERTIFICATES, join(folder, CERTIFICATES));
  await make(image, folder, [
    `FROM ${DEBIAN}`,
    'COPY . /',
    'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
    `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    'CMD ["node"]',
  ]);
}

/** What distroless images of Node hold: packages of Debian, unpacked, without a shell or a package manager. */
const DISTROLESS = 'base-files netbase tzdata libc6 libssl3 libgcc-s1 libgomp1 libstdc++6 gcc-12-base zlib1g'.split(
  ' ',
);

async function distroless(image) {
  const folder = emptyFolder('distroless');
  const packages = emptyFolder('packages');
  await must(['apt-get', 'download', '-qq', '-o', 'APT::Sandbox::User=root', ...DISTROLESS], { cwd: packages });
  await must(['sh', '-c', `for each in *.deb; do dpkg-deb -x "$each" '${folder}' || exit 1; done`], { cwd: packages });
  for (const name of ['doc', 'man', 'info', 'locale'])
    rmSync(join(folder, 'usr/share', name), { recursive: true, force: true });
  for (const name of ['nodejs/bin', 'home/nonroot', 'etc/ssl/certs', 'tmp'])
    mkdirSync(join(folder, name), { recursive: true });
  cpSync(await nodeProgram(), join(folder, 'nodejs/bin/node'));
  cpSync(CERTIFICATES, join(folder, CERTIFICATES));
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0::/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n',
  );
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
  await make(image, folder, [
    'FROM scratch',
    'COPY . /',
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    `ENV SSL_CERT_FILE=${CERTIFICATES}`,
    'USER 65532',
    'WORKDIR /home/nonroot',
    'ENTRYPOINT ["/nodejs/bin/node"]',
  ]);
}

/** The image's way with variables, as far as the compose file uses it: a user, a password, a database. */
const POSTGRES_START = `#!/bin/sh
set -eu
export PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o '-c listen_addresses=' start > /dev/null
  PGPASSWORD="$POSTGRES_PASSWORD" createdb --host=/var/run/postgresql --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w stop > /dev/null
fi
exec postgres -c listen_addresses='*'
`;

async function postgres(image) {
  const folder = emptyFolder('postgres');
  writeFileSync(join(folder, 'start'), POSTGRES_START, { mode: 0o755 });
  await make(image, folder, [
    `FROM ${DEBIAN}`,
    'RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql-15 > /dev/null',
    'ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin',
    'COPY start /start',
    'RUN mkdir -p /var/run/postgresql && chown postgres /var/run/postgresql /var/lib/postgresql',
    'VOLUME /var/lib/postgresql',
    'USER postgres',
    'STOPSIGNAL SIGINT',
    'CMD ["/start"]',
  ]);
}

async function caddy(image) {
  await make(image, emptyFolder('caddy'), [
    `FROM ${DEBIAN}`,
    'RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends caddy > /dev/null',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ]);
}

/** How each is made, by the name that our files use. */
const recipes = {
  [DEBIAN]: debian,
  'docker.io/library/node:22-bookworm-slim': nodeSlim,
  'gcr.io/distroless/nodejs22-debian12:nonroot': distroless,
  'docker.io/library/postgres:18': postgres,
  'docker.io/library/caddy:2.11': caddy,
};

/** Makes those of these images that are not there. */
export async function standIn(...images) {
  for (const image of [DEBIAN, ...images]) {
    if ((await tryEngine(['image', 'inspect', image])).code === 0) continue;
    const begun = performance.now();
    await recipes[image](image);
    console.log(`        made a stand-in for ${image} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
}
