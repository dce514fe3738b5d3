/**
 * `npm run suite -- image`: builds the image with the engine of this machine, and runs it with as little as it may be given.
 * `-- --pull` builds it from the official images, which needs their registries; without it they are made of Debian's
 * packages, where they are not there. `-- --built` takes the image that was built before.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { followParent } from '../../tooling/src/follow-parent.mjs';
import { runProgram } from '../../tooling/src/server/index.mjs';
import { cache, engine, engineName } from './engine.mjs';
import { standIn } from './stand-ins.mjs';
import { tries } from './tries.mjs';
import { openTally } from '../tally.mjs';

followParent();
const root = fileURLToPath(new URL('../..', import.meta.url));
const flags = new Set(process.argv.slice(2));
const { counts, count, skip, end } = openTally();

/** Builds the image as it stands in the repository. */
async function build() {
  const begun = performance.now();
  const given = ['--build-arg', 'VERSION=1.2.3', '--build-arg', 'REVISION=abcdef'];
  if (engineName === 'podman') {
    if (!flags.has('--pull')) {
      await standIn('docker.io/library/node:22-bookworm-slim', 'gcr.io/distroless/nodejs22-debian12:nonroot');
    }
    // The registry of packages that this machine uses, and nothing else of its settings.
    const { stdout } = await runProgram(['npm', 'config', 'get', 'registry']);
    const npmrc = join(cache, 'npmrc');
    writeFileSync(npmrc, `registry=${stdout}`);
    given.push('--secret', `id=npmrc,src=${npmrc}`, '--format', 'docker', '--network', 'host');
    given.push('--ignorefile', 'deploy/Dockerfile.dockerignore');
  }
  await engine(['build', ...given, '--file', 'deploy/Dockerfile', '--tag', 'understudy', '.'], { cwd: root });
  console.log(`        built with ${engineName} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

if (engineName === undefined) {
  skip('THE IMAGE IS NOT TRIED: there is neither docker nor podman');
} else {
  if (!flags.has('--built')) await count('it is built', build);
  if (counts.failed === 0) for (const [name, trying] of Object.entries(tries)) await count(name, trying);
}
end();
