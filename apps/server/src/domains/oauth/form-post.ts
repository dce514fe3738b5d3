/** The page that takes an authorization response to its client in a form (OAuth 2.0 Form Post Response Mode §2). */
import type { HtmlPage } from '../../kit/redirect.js';
import { html } from '../../kit/html.js';
import { hiddenFields, page } from './page.js';

const SCRIPT = 'document.forms[0].submit();';

/** No form leads to what a browser would run; where the client sends the browser on is its own matter. */
const FORMS = 'http: https:';

/** The page: it sends itself, and has a button for browsers without scripts. */
export function formPost(uri: string, parameters: Readonly<Record<string, string>>): HtmlPage {
  const body = html`<form method="post" action="${new URL(uri).href}">
    ${hiddenFields(Object.entries(parameters))}
    <noscript><button class="first" type="submit">Continue</button></noscript>
  </form>`;
  return page({ title: 'Back to the app', body, formAction: FORMS, script: SCRIPT });
}
