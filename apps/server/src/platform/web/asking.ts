/** Who is asking: on this platform nobody is, so that nothing is counted. */

/** Who is asking. */
export const asking = {
  run: <Result>(_client: string | undefined, work: () => Result): Result => work(),
  getStore: (): string | undefined => undefined,
};
