/**
 * `npm run suite -- clients`: unmodified OpenID clients log in at the server, and do what else they can, each in a sandbox
 * and a browser of its own. An argument chooses those whose names begin with it; `--write` writes the table of the page.
 */
import { parseArgs } from 'node:util';
import { findChromium, startChromium } from '../../../tooling/src/chromium/index.mjs';
import { spawnServer } from '../../../tooling/src/server/index.mjs';
import { kinds } from './kinds/index.mjs';
import { installPackages } from './packages.mjs';
import { clients } from './table.mjs';
import { startWithTls } from './tls.mjs';
import { tryClient } from './try-client.mjs';
import { comparePage } from './write-page.mjs';

const begun = performance.now();
const isCi = process.env.CI === 'true';
const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const isWanted = ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start));
const results = [];
let skipped = 0;

if (findChromium() === undefined) skipAll('there is no Chromium');
else {
  const failure = await installPackages();
  if (failure === undefined) await tryAll();
  else skipAll(`the clients ${failure}`);
}
conclude();

/** Says loudly what is not tried; in CI it is a failure. */
function skip(name, why) {
  console.log(`\n!!! OPENID CLIENTS ARE SKIPPED: ${name}: ${why}\n`);
  skipped += 1;
}

function skipAll(why) {
  skip('all of them', why);
}

async function tryAll() {
  const wanted = clients.filter(isWanted);
  if (wanted.length === 0) throw new Error(`there is no client ${positionals.join(' or ')}`);
  const browser = await startChromium();
  // Logout tokens are delivered as webhooks are.
  const [plain, tls] = await Promise.all([spawnServer(['--webhook-delivery', 'on']), startWithTls()]);
  const queue = [...wanted];
  const work = async () => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const server = entry.tls ? tls : plain;
      await tryOne(entry, (one) => tryClient(one, server, browser.openContext));
    }
  };
  // Two at a time: they wait more than they work.
  await Promise.all([work(), work()]);
  await browser.close();
  await Promise.all([plain.stop(), tls.stop()]);
  results.sort((one, other) => clients.indexOf(one.entry) - clients.indexOf(other.entry));
}

async function tryOne(entry, trying) {
  const lacking = kinds[entry.kind].lacks(entry);
  if (lacking !== undefined) return skip(entry.name, lacking);
  const since = performance.now();
  const faults = await trying(entry).catch((error) => ({ start: error.message }));
  results.push({ entry, faults });
  const wrong = Object.entries(faults).filter(([, fault]) => fault !== undefined);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${wrong.length === 0 ? 'ok    ' : 'FAILED'}  ${entry.name.padEnd(34)} ${seconds.padStart(5)} s`);
  for (const [step, fault] of wrong) console.log(`  ${step}: ${fault.trim().replaceAll('\n', '\n    ')}`);
}

/** The page tells of all clients, so only a run of all can say whether it is right; and machines have other versions. */
function isPageRight() {
  const isWhole = results.length === clients.length;
  return isWhole && (isCi || values.write) ? comparePage(results, values.write ?? false) : true;
}

function conclude() {
  const failed = results.filter(({ faults }) => Object.values(faults).some((fault) => fault !== undefined)).length;
  console.log(`\nAll of it took ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  const isRight = isPageRight();
  console.log(`${results.length - failed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 && isRight && !(isCi && skipped > 0) ? 0 : 1;
}
