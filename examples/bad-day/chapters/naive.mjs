/** Sends the same trouble to code that trusts the network, and to the client. */
import { isApiError } from '@understudy/client';
import { heading, table } from '../paper.mjs';

/** How long the server holds a timeout; three seconds, unless it is asked for another. */
const HOLD_SECONDS = 1;

/**
 * @param {string} baseUrl
 * @param {import('../server.mjs').Fetch} fetch
 * @param {import('@understudy/client').Client} api
 */
export async function naive(baseUrl, fetch, api) {
  // Looks at no status and has no patience of its own, as much code does.
  const count = async (/** @type {string} */ query) => {
    const answer = await fetch(`${baseUrl}/api/education/courses?${query}`);
    const body = /** @type {{ data: unknown[] }} */ (await answer.json());
    return body.data.length;
  };
  const list = (/** @type {import('@understudy/client').CallControls} */ controls) =>
    api.education.listCourses({}, controls);
  heading('The same trouble, met by a naive fetch');
  table([
    ['malformed', await outcome(() => count('simulate_error=malformed'))],
    ['timeout', await outcome(() => count(`simulate_error=timeout&delay=${HOLD_SECONDS}`))],
  ]);
  heading('And by the client');
  table([
    ['malformed', await outcome(() => list({ simulateError: 'malformed' }))],
    ['timeout', await outcome(() => list({ simulateError: 'timeout', delay: HOLD_SECONDS }))],
  ]);
}

/** @param {() => PromiseLike<unknown>} call */
async function outcome(call) {
  const began = performance.now();
  try {
    await call();
    return 'nothing, which is wrong';
  } catch (error) {
    const when = performance.now() - began < HOLD_SECONDS * 1000 ? 'at once' : 'after the wait';
    // Versions of Node word their errors differently; the name is what they agree on.
    if (!isApiError(error)) return `${error instanceof Error ? error.name : error} ${when}, and no word of the reason`;
    return `kind ${error.kind} with status ${error.status} ${when}`;
  }
}
