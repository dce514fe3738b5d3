/** A page around one client in a browser: each route does one thing with it, and shows what came of it as JSON. */

/** What the run gives to every client. */
export const { ISSUER: issuer } = globalThis;
export const clientId = 'understudy-spa';
export const scope = 'openid profile email';
export const { origin } = location;

/** What is compared of the claims of a user; null where there is none. */
export const userOf = ({ sub, name, email } = {}) => (sub === undefined ? null : { sub, name, email });

function show(value) {
  document.body.append(Object.assign(document.createElement('pre'), { textContent: JSON.stringify(value) }));
}

/**
 * Does what the address of the page asks for.
 *
 * @param {Readonly<Record<string, () => Promise<unknown>>>} routes each gives what to show; nothing where the page leaves
 */
export async function serve(routes) {
  try {
    const shown = await routes[location.pathname]?.();
    if (shown !== undefined) show(shown);
  } catch ({ name, message }) {
    show({ error: `${name}: ${message}` });
  }
}

/** Goes on to the page that shows who is there. */
export const goToMe = () => location.replace('/me');
