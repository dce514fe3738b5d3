/** The two ways to call an operation of a server under test, as the checks call it. */
import type { Operation } from '@understudy/contract';
import { type CallOptions, defaultSandbox, type TransportAnswer, transports as ways } from '../../src/check/host.js';
import type { TestServer } from '../support.js';

export { type CallOptions, faultNames, type TransportAnswer } from '../../src/check/host.js';

const [rest, trpc] = ways;

const toServer = ({ name, call }: (typeof ways)[number]) => ({
  name,
  call: (
    server: TestServer,
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<TransportAnswer> => call(defaultSandbox(server), operation, { ...options, input }),
});

/** A way to call an operation. */
export type Transport = ReturnType<typeof toServer>;

/** REST and tRPC. */
export const transports = [toServer(rest), toServer(trpc)] as const;
