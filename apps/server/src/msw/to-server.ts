/** A request as an app sent it, as the server is to see it. */

/** A request that was caught on its way. */
export interface Caught {
  readonly request: Request;
  /** The cookies that go with it, by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Address that it is answered at. */
  readonly url: URL;
}

/** Headers as they would be on the network: of those that a page may not set, the cookies. */
function headersOf({ request, cookies }: Caught): Headers {
  const headers = new Headers(request.headers);
  // Nothing between the server and the app would undo a coding.
  headers.delete('accept-encoding');
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  if (!headers.has('cookie') && pairs.length > 0) headers.set('cookie', pairs.join('; '));
  return headers;
}

/** The request that the server is asked. */
export async function toServer(caught: Caught): Promise<Request> {
  const { request, url } = caught;
  const { method, signal } = request;
  const headers = headersOf(caught);
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const asked = new Request(url, { method, headers, signal, body: body?.byteLength === 0 ? null : body });
  // Browsers drop cookies from what a script makes a request of.
  return Object.defineProperty(asked, 'headers', { value: headers });
}
