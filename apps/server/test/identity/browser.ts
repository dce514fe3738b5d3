/** A browser, as far as a login needs one: it navigates, keeps cookies by path, and reports a redirect instead of following it. */
import { request } from 'node:http';

/** What came of going somewhere. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where the browser is sent; undefined where it stays. */
  readonly location: URL | undefined;
}

/** How to go somewhere. */
export interface Visit {
  /** Fields of a form to post; a GET where left out. */
  readonly form?: URLSearchParams | undefined;
  /** Further headers; undefined leaves out one that a browser sends. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

interface Cookie {
  readonly origin: string;
  readonly name: string;
  readonly path: string;
  readonly value: string;
}

/** RFC 6265 §5.1.4. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/**
 * `fetch` cannot stand in for a browser here: it says of itself that it does not navigate
 * (`Sec-Fetch-Mode: cors`), and the authorization endpoint listens to that.
 */
export class Browser {
  readonly #cookies: Cookie[] = [];
  readonly #route: (url: URL) => URL;

  /** A browser; a route says where a public address really is. */
  constructor(route: (url: URL) => URL = (url) => url) {
    this.#route = route;
  }

  /** The cookies that would go to an address. */
  cookiesFor({ origin, pathname }: URL): string {
    const sent = this.#cookies.filter((one) => one.origin === origin && isBelow(pathname, one.path));
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  #keep(url: URL, header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((one) => one.startsWith('Path='))?.slice('Path='.length) ?? url.pathname;
    const cookie = { origin: url.origin, name, path, value };
    const isOld = (one: Cookie) => one.origin === url.origin && one.name === name && one.path === path;
    const old = this.#cookies.findIndex(isOld);
    this.#cookies.splice(old < 0 ? this.#cookies.length : old, old < 0 ? 0 : 1, cookie);
  }

  /** Goes to an address as when a link is clicked, or a form is sent. */
  async visit(address: string | URL, { form, headers = {} }: Visit = {}): Promise<Page> {
    const url = new URL(address);
    const cookie = this.cookiesFor(url);
    const body = form?.toString();
    const sent = {
      host: url.host,
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    };
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#route(url), { method: body === undefined ? 'GET' : 'POST', headers: given });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        for (const header of answer.headers['set-cookie'] ?? []) this.#keep(url, header);
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
          const { location } = answer.headers;
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(received),
            body: text,
            location: location === undefined ? undefined : new URL(location, url),
          });
        });
      });
      outgoing.end(body);
    });
  }
}

/** Where a page sends the browser; fails where it stays. */
export function destination({ location, status, body }: Page): URL {
  if (location === undefined) throw new Error(`the browser was not sent anywhere: ${status} ${body}`);
  return location;
}
