/** What a sandbox needs of the registry that it is in. */
import type { Counted, SandboxParts } from './local-copy.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxConfig } from '../model/sandbox-config.js';
import type { Mark } from '../stores/store.js';

/** What a sandbox needs of the registry that it is in. */
export interface Registered extends SandboxParts, Counted {
  /** Makes a sandbox known to every process on the store, and answers the mark to write on, or throws that there are too many. */
  readonly admit: (name: string) => Promise<Mark | 'conflict'>;
  /** Takes in a sandbox that is about to hold something, or throws that there are too many. */
  readonly enter: (sandbox: Sandbox) => void;
  /** Takes out a sandbox of which another process has left nothing. */
  readonly lose: (sandbox: Sandbox) => void;
  /** Counts as a use of a sandbox, also where it holds nothing. */
  readonly visit: (sandbox: Sandbox) => void;
  /** Makes room for so many bytes more; false where they would be more than the process may hold. */
  readonly makeRoom: (sandbox: Sandbox, bytes: number) => boolean;
  /** Throws where a sandbox may not be configured so. */
  readonly checkConfig: (sandbox: Sandbox, config: SandboxConfig) => Promise<void>;
}
