/** Something that requests can be sent to: a server, or a sandbox of one. */
export interface Target {
  /** Asks for a path. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}
