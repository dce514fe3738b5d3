/** The address of a sandbox: its API stands below the path that it has in the control API. */
import { routes } from './generated/routes.js';

const [PREFIX = ''] = routes.sandboxes.getSandbox.path.split('{', 1);

const IN_SANDBOX = new RegExp(`^(?<root>.*)${PREFIX}(?<name>[^/]+)$`);

/** Name of the sandbox that has the bare address of the server as its own. */
const DEFAULT_SANDBOX = 'default';

/** An address, and what it is made of. */
export interface SandboxAddress {
  /** Address of the sandbox. */
  readonly baseUrl: string;
  /** Address of the server. */
  readonly root: string;
  /** Name of the sandbox. */
  readonly sandbox: string;
}

/** The sandbox that an address leads to, or that of another name on the same server. */
export function sandboxAt(address: string, other: string | undefined): SandboxAddress {
  const { root = address, name } = IN_SANDBOX.exec(address)?.groups ?? {};
  const sandbox = other ?? decodeURIComponent(name ?? DEFAULT_SANDBOX);
  return { root, baseUrl: other === undefined ? address : root + PREFIX + encodeURIComponent(other), sandbox };
}
