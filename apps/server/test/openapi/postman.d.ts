/** What the tests use of Postman's converter and of Newman, which bring no types. */

declare module 'openapi-to-postmanv2' {
  interface Output {
    readonly result: boolean;
    readonly reason?: string;
    readonly output: readonly { readonly data: unknown }[];
  }
  const converter: {
    convertV2(
      input: { readonly type: 'string'; readonly data: string },
      options: Readonly<Record<string, unknown>>,
      done: (error: Error | null, output: Output) => void,
    ): void;
  };
  export default converter;
}

declare module 'newman' {
  interface Execution {
    readonly item: { readonly name: string };
    readonly request: { readonly method: string; readonly url: { toString(): string } };
    readonly response?: { readonly code: number; text(): string };
    readonly requestError?: Error;
  }
  const newman: {
    run(
      options: { readonly collection: object; readonly envVar?: readonly { key: string; value: string }[] },
      done: (error: Error | null, summary: { readonly run: { readonly executions: readonly Execution[] } }) => void,
    ): void;
  };
  export default newman;
}
