/** Which server and which sandbox a command means, by its operands, options and where `serve` would listen. */
import { address } from '../../options/address.js';
import { OptionError } from '../../options/option-error.js';
import { NotAllowed } from '../../options/parse.js';
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';
import { shown } from '../../options/shown.js';
import { addressOf, type Place } from '../address-of.js';
import { Server } from './server.js';

/** What is given of it. */
export interface TargetValues extends Place {
  readonly url: string | undefined;
  readonly adminToken: string | undefined;
  readonly sandbox?: string | undefined;
}

/** A server, and a sandbox of it. */
export interface Target {
  readonly server: Server;
  readonly sandbox: string;
  /** The path of the sandbox in the control API. */
  readonly path: string;
}

/** Whether an operand is an address, and no file. */
const isAddress = (operand: string): boolean => /^https?:/i.test(operand);

function readAddress(operand: string): string {
  try {
    return address(operand);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    throw new OptionError(`the URL is ${shown(operand)}, but must be ${error.message}`, { cause: error });
  }
}

/**
 * Finds the server.
 *
 * @param operand the address, where it is given without a flag
 * @throws {@link Failure} where no server of ours answers there
 */
export async function targetOf(operand: string | undefined, values: TargetValues): Promise<Target> {
  const url = operand === undefined ? (values.url ?? addressOf(values)) : readAddress(operand);
  const [, base = url, own] = /^(.*)\/sandboxes\/([^/]+)$/.exec(url) ?? [];
  const sandbox = values.sandbox ?? own ?? DEFAULT_SANDBOX;
  return { server: await Server.at(base, values.adminToken), sandbox, path: `/sandboxes/${sandbox}` };
}

/** The operand that is an address, and the others. */
export function splitOperands(operands: readonly string[]): {
  readonly url: string | undefined;
  readonly others: readonly string[];
} {
  return { url: operands.find(isAddress), others: operands.filter((operand) => !isAddress(operand)) };
}
