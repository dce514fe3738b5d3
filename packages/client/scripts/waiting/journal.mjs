/** The control API of one sandbox, as any language would use it. */

/** How long requests are waited for, in s: more than they ever take, since nothing but a failure waits for so long. */
const WAIT_SECONDS = 30;

/**
 * @param {string} origin of the server, or of what is before it
 * @param {{ name: string, order: string }} sandbox its name, and the order of its requests
 */
export function sandboxOf(origin, { name, order }) {
  const base = `${origin}/sandboxes/${name}`;
  const ask = async (method, path, body) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(base + path, { method, headers: { 'content-type': 'application/json' }, ...init });
    const answer = await response.json();
    if (!response.ok)
      throw new Error(`${method} ${base}${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    base,
    forget: () => ask('DELETE', ''),
    reset: () => ask('POST', '/reset'),
    setRules: (rules) => ask('PUT', '/faults', { rules }),
    /** Waits until so many requests match. */
    waitFor: (min, query) =>
      ask('GET', `/requests?${new URLSearchParams({ ...query, wait: WAIT_SECONDS, min, sort: order, per_page: 50 })}`),
    requests: () => ask('GET', '/requests?per_page=50'),
  };
}
