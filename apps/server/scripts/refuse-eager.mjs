/** Fails the build where a domain, or its part of the contract, is loaded before it is asked for. */
import { loadedWith } from './loaded-with.mjs';

/**
 * What one domain alone is made of, with its name. Users, tokens, webhooks and the control API are at the bottom of all
 * domains, and what reads them knows their schemas.
 */
const OF_A_DOMAIN = /(?:^src\/domains|contract\/dist)\/(?!kit\/|(?:auth|oauth|sandboxes|webhooks)\/)([\w-]+)\//;

/** The entry that a domain is. */
const DOMAIN = /^src\/domains\/([\w-]+)\/index\.ts$/;

/**
 * @param {import('esbuild').Metafile} metafile what was built of what
 * @param {string[]} entries what must start without any of them; a domain is loaded without the others
 */
export function refuseEager({ outputs }, entries) {
  for (const [first, { entryPoint = '' }] of Object.entries(outputs)) {
    const own = DOMAIN.exec(entryPoint)?.[1];
    if (own === undefined && !entries.includes(entryPoint)) continue;
    const inputs = loadedWith(outputs, first).flatMap((file) => Object.keys(outputs[file].inputs));
    const eager = inputs.find((path) => (OF_A_DOMAIN.exec(path)?.[1] ?? own) !== own);
    if (eager === undefined) continue;
    throw new Error(
      `${entryPoint} loads ${eager} at once: import parts of the contract from their domain, as from @understudy/contract/auth, and domains when they are asked for`,
    );
  }
}
