/** Tries one client: starts it with a sandbox and a browser of its own, and asks it for one step after the other. */
import { kinds } from './kinds/index.mjs';
import { providerAt } from './provider.mjs';
import { steps } from './steps.mjs';
import { visit } from './visit.mjs';

/**
 * @param {import('./table.mjs').Entry} entry
 * @param {{ origin: string, env?: Readonly<Record<string, string>> }} server that it logs in at
 * @param {import('../../../tooling/src/chromium/index.mjs').OpenContext} openContext
 * @returns {Promise<Readonly<Record<string, string | undefined>>>} what was wrong, by step
 */
export async function tryClient(entry, { origin, env }, openContext) {
  const base = `${origin}/sandboxes/${entry.name.toLowerCase().match(/\w+/g).join('-')}`;
  const app = await kinds[entry.kind].start(entry, { ...env, ISSUER: `${base}/api/oauth` });
  const context = await openContext({ ignoreHTTPSErrors: true });
  const faults = {};
  try {
    const page = await context.newPage();
    const provider = providerAt(base, page);
    const told = Object.fromEntries(Object.entries(entry.told ?? {}).map(([name, path]) => [name, app.origin + path]));
    for (const step of entry.steps) {
      faults[step] = await steps[step]({ show: (path) => visit(page, app.origin + path), told, provider }).then(
        () => undefined,
        (error) => `${error.message}\n${app.output()}`,
      );
      // What comes after it depends on it.
      if (faults['log-in'] !== undefined) break;
    }
    const found = await provider.offContract();
    if (found.length > 0) faults['off contract'] = found.join('\n');
  } finally {
    await context.close();
    await app.stop();
  }
  return faults;
}
