/** What an authorization response says, however it gets to its client. */
import type { Page } from './browser.js';

/** A form that a page sends by itself. */
export interface SentForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What the fields of a form that sends itself say. */
export function formOf({ body }: Page): SentForm {
  const text = (raw: string): string => raw.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const fields = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: text(/ action="([^"]*)"/.exec(body)?.[1] ?? ''),
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [text(name), text(value)])),
  };
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
  if (status !== 200 || action === '') throw new Error(`the browser was not sent anywhere: ${status} ${body}`);
  return { mode: 'form_post', to: new URL(action), says: fields };
}
