/** What an authorization response says, however it gets to its client. */
import type { Page } from './browser.js';

/** A form of a page. */
export interface SentForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads the form of a page, the one that posts where there are two, without its buttons. */
export function formOf({ body }: Pick<Page, 'body'>): SentForm {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  const text = (raw = ''): string =>
    raw.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
      code === undefined ? (named[name] ?? whole) : String.fromCharCode(Number(code)),
    );
  const forms = [...body.matchAll(/<form [^>]*?method="(get|post)" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const [, , action, form = ''] = forms.find(([, method]) => method === 'post') ?? forms[0] ?? [];
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(inputs.map(([, name, value]) => [text(name), text(value)]));
  if (action === undefined) throw new Error(`the page has no form: ${body}`);
  return { action: text(action), fields };
}

/** A response: where it goes, how, and what it says. */
export interface AuthorizationResponse {
  readonly mode: 'query' | 'fragment' | 'form_post';
  readonly to: URL;
  readonly says: Readonly<Record<string, string>>;
}

/** The response that a page is; fails where it stays at the provider. */
export function responseOf(page: Page): AuthorizationResponse {
  const { location, status, body } = page;
  if (location !== undefined) {
    const mode = location.hash === '' ? 'query' : 'fragment';
    const text = mode === 'query' ? location.search : location.hash.slice(1);
    return { mode, to: location, says: Object.fromEntries(new URLSearchParams(text)) };
  }
  const { action, fields } = formOf(page);
  if (status !== 200 || !body.includes('submit();'))
    throw new Error(`the browser was not sent anywhere: ${status} ${body}`);
  return { mode: 'form_post', to: new URL(action), says: fields };
}
