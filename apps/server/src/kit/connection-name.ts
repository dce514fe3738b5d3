/** Names connections so that the name says which version of HTTP is spoken on them. */

/** A version of HTTP, as far as it matters here. */
export type HttpVersion = 1 | 2;

/** What the names begin with. */
const STARTS: Readonly<Record<HttpVersion, string>> = { 1: 'c', 2: 'h2_' };

/** The name of a connection, by what no other one has. */
export const connectionName = (version: HttpVersion, own: string): string => STARTS[version] + own;

/** The version of HTTP that was spoken on a connection; 1 where there was none. */
export const versionOf = (name: string | null): HttpVersion => (name?.startsWith(STARTS[2]) === true ? 2 : 1);
