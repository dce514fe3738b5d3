/** The one page of the app: the claims of the user, or a way to log in. */

/** @param {unknown} value */
function escape(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

const login = `
    <form action="/login">
      <label>As <input name="as" placeholder="usr_0002, or an e-mail address" /></label>
      <button>Log in</button>
    </form>`;

/** @param {Record<string, unknown>} claims */
function account(claims) {
  const rows = Object.entries(claims).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`);
  return `
    <p role="status">Logged in as ${escape(claims['name'])}</p>
    <dl>${rows.join('')}</dl>
    <form method="post" action="/logout"><button>Log out</button></form>`;
}

/**
 * @param {Record<string, unknown> | undefined} claims of who is logged in
 * @param {string} [alert] what went wrong
 */
export function page(claims, alert) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>login-app</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <h1>login-app</h1>${alert === undefined ? '' : `\n    <p role="alert">${escape(alert)}</p>`}${claims === undefined ? login : account(claims)}
    <p><a href="/spa.html">The same as a single-page app</a></p>
  </body>
</html>
`;
}
