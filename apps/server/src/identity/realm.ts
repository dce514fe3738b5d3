/** Where and when tokens are issued and read. */

/** Where and when tokens are issued and read. */
export interface Realm {
  /** Base URL of the sandbox. */
  readonly baseUrl: string;
  /** Address of its API. */
  readonly apiUrl: string;
  /** The issuer that its tokens name. */
  readonly issuer: string;
  /** Name of the sandbox: tokens of another one are foreign here. */
  readonly sandbox: string;
  /** The present in ms since 1970. */
  readonly now: number;
  /** Since when the sandbox is what it is: what was handed out before, and kept nowhere, is nothing to it. */
  readonly began: number;
}

/** Where and when a handler issues and reads tokens. */
export function realmOf({ baseUrl, apiUrl, issuer, sandbox, now, began }: Realm): Realm {
  return { baseUrl, apiUrl, issuer, sandbox, now, began };
}

/** Address that the endpoints of the provider lie below. It is the issuer, unless another one was set. */
export function providerUrl({ apiUrl }: Pick<Realm, 'apiUrl'>): string {
  return `${apiUrl}/oauth`;
}
