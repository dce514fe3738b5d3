/** The environment without what would change the server, what it calls itself, a client, or the ports of the examples. */

const CHANGING =
  /^(UNDERSTUDY_(?!REQUIRE|TEST)\w+|PORT|HOST|PUBLIC_URL|TRUST_PROXY|BASE_URL|NODE_OPTIONS|npm_lifecycle_event|npm_command)$/;

/** @returns {Record<string, string | undefined>} */
export function plainEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !CHANGING.test(name) && name !== 'FORCE_COLOR');
  return { ...Object.fromEntries(kept), NO_COLOR: '1' };
}
