/** What operations are called with, made once for each server: some take a login, and lists write nothing that would change it. */
import type { Operation } from '@understudy/contract';
import { prepareCall } from '@understudy/tooling/operations';
import type { TestServer } from '../support.js';

const prepared = new WeakMap<TestServer, Map<string, ReturnType<typeof prepareCall>>>();

/** What an operation of a server is called with. */
export function preparedOn(server: TestServer, operation: Operation): ReturnType<typeof prepareCall> {
  const own = prepared.get(server) ?? new Map<string, ReturnType<typeof prepareCall>>();
  prepared.set(server, own);
  const call = own.get(operation.name) ?? prepareCall(server.fetch, operation);
  own.set(operation.name, call);
  return call;
}
