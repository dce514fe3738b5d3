/** `npm run test:proxies`: streams behind nginx and Caddy, as Debian has them, come at once, go on after a cut, and end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followParent } from '../../tooling/src/follow-parent.mjs';
import { spawnServer } from '../../tooling/src/server/index.mjs';
import { isInstalled, proxies, startProxy } from './proxies.mjs';
import { showsHolding, tries } from './try-stream.mjs';

followParent();
const folder = mkdtempSync(join(tmpdir(), 'understudy-proxies-'));
const counts = { passed: 0, failed: 0, skipped: 0 };

async function tryOne(proxy, [name, trying], index) {
  // Each with a server of its own: one of them stops it.
  const server = await spawnServer(['--max-streams', '2', '--log', 'off']);
  const front = await startProxy(proxy, {
    target: server.origin,
    folder: join(folder, `${proxies.indexOf(proxy)}-${index}`),
  });
  const sandbox = 'shop';
  const stream = `${front.origin}/sandboxes/${sandbox}/requests/stream`;
  try {
    await trying({ origin: front.origin, sandbox, stream, stopServer: server.stop });
    counts.passed += 1;
    console.log(`ok      ${proxy.name}: ${name}`);
  } catch (error) {
    counts.failed += 1;
    console.log(`FAILED  ${proxy.name}: ${name}\n        ${error.message}`);
  } finally {
    await front.stop();
    if (server.isAlive()) await server.stop();
  }
}

for (const proxy of proxies) {
  if (!isInstalled(proxy.program)) {
    counts.skipped += 1;
    console.log(`\n!!! STREAMS ARE NOT TRIED BEHIND ${proxy.name}: ${proxy.program} is not installed\n`);
    continue;
  }
  const all = proxy.buffers === true ? [['it holds events up', showsHolding]] : Object.entries(tries);
  for (const [index, one] of all.entries()) await tryOne(proxy, one, index);
}
rmSync(folder, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
// In continuous integration they are installed.
process.exitCode = counts.failed > 0 || (counts.skipped > 0 && process.env.CI === 'true') ? 1 : 0;
