/** The page that takes an authorization response to its client in a form (OAuth 2.0 Form Post Response Mode §2). */
import type { HtmlPage } from '../../kit/handler.js';
import { hashSource } from './page.js';

const SCRIPT = 'document.forms[0].submit();';

/** Nothing but the script, in no frame; and no form leads to what a browser would run. */
const POLICY = `default-src 'none'; script-src ${hashSource(SCRIPT)}; base-uri 'none'; form-action http: https:; frame-ancestors 'none'`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The page: it sends itself, and has a button for browsers without scripts. */
export function formPost(uri: string, parameters: Readonly<Record<string, string>>): HtmlPage {
  const fields = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Back to the app</title></head>
<body>
<form method="post" action="${escaped(new URL(uri).href)}">
${fields.join('\n')}
<noscript><button type="submit">Continue</button></noscript>
</form>
<script>${SCRIPT}</script>
</body>
</html>
`;
  return { html, policy: POLICY };
}
