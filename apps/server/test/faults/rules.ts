/** Calls of the control API on fault rules, for the tests. */
import type { ShownRule } from '@understudy/contract';
import { send } from '../sandboxes/client.js';
import type { TestServer } from '../support.js';

type Asked = Pick<TestServer, 'fetch'>;

/** The rules in an answer. */
export function rulesOf({ json }: { readonly json: Record<string, unknown> }): ShownRule[] {
  return (json as { data: ShownRule[] }).data;
}

/** Sets rules. */
export const setRules = (server: Asked, name: string, rules: readonly unknown[]) =>
  send(server, 'PUT', `/sandboxes/${name}/faults`, { rules });

/** The rules of a sandbox, at most 50. */
export async function rulesIn(server: Asked, name: string): Promise<ShownRule[]> {
  return rulesOf(await send(server, 'GET', `/sandboxes/${name}/faults?per_page=50`));
}

/** What the rules of a sandbox are called and do, in order. */
export async function texts(server: Asked, name: string): Promise<string[]> {
  return (await rulesIn(server, name)).map(({ id, fault }) => `${id}: ${fault}`);
}

/** How often each rule was met, and how often it has struck. */
export async function countsIn(server: Asked, name = 'default'): Promise<string[]> {
  return (await rulesIn(server, name)).map(({ matched, struck }) => `${matched}/${struck}`);
}

/** Pointer or parameter, and detail of each fault in a problem. */
export function wrongIn({ json }: { readonly json: Record<string, unknown> }): string[] {
  const { errors = [] } = json as { errors?: { pointer?: string; parameter?: string; detail: string }[] };
  return errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter} ${detail}`);
}
