/** Reads the environment, which says where the server of the tests is. */

/** A variable that is set; where there is no environment, such as in a browser, none is. */
export function variable(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  const value = process?.env?.[name];
  return value === '' ? undefined : value;
}
