/** What the sandboxes of a server share, and what they need of the registry that they are in. */
import type { Journals } from '../../journal/journals.js';
import type { Limits } from '../commit/commit-target.js';
import type { Mark } from '../model/mark.js';
import type { ConfigDefaults, SandboxConfig } from '../model/sandbox-config.js';
import type { Store } from '../stores/store.js';
import type { Beginnings } from './beginnings.js';
import type { Datasets } from './datasets.js';

/** What all sandboxes of a server share. */
export interface SandboxParts extends ConfigDefaults {
  readonly store: Store;
  readonly datasets: Datasets;
  /** The journals of requests: what begins anew begins with an empty one. */
  readonly journals: Pick<Journals, 'begin'>;
  /** What each of them may hold. */
  readonly limits: Limits;
}

/** Who counts the bytes that copies hold. */
export interface Counted {
  /** Called when a copy holds more bytes than before, or less. */
  readonly counted: (bytes: number) => void;
}

/** Who waits for changes. */
export interface Watching {
  /** Called when a copy is another than before. */
  readonly changed: () => void;
}

/** What a sandbox needs, as a member of a registry. */
export interface Registered<Member> extends SandboxParts, Counted {
  readonly beginnings: Beginnings;
  /** Makes a sandbox known to every process on the store, and answers the mark to write on, or throws that there are too many. */
  readonly admit: (name: string) => Promise<Mark | 'conflict'>;
  /** Learns that somebody brings a sandbox into being, or throws that they may not. */
  readonly begin: (name: string) => Promise<void>;
  /** Learns that a sandbox is another than before. */
  readonly notify: (sandbox: Member) => void;
  /** Takes in a sandbox that is about to hold something, or throws that there are too many. */
  readonly enter: (sandbox: Member) => void;
  /** Takes out a sandbox of which another process has left nothing. */
  readonly lose: (sandbox: Member) => void;
  /** Counts as a use of a sandbox, also where it holds nothing. */
  readonly visit: (sandbox: Member) => void;
  /** Learns that something is counted in a sandbox, which may hold nothing. */
  readonly tallied: (sandbox: Member) => void;
  /** Makes room for so many bytes more; false where they would be more than the process may hold. */
  readonly makeRoom: (sandbox: Member, bytes: number) => boolean;
  /** Throws where a sandbox may not be configured so. */
  readonly checkConfig: (sandbox: Member, config: SandboxConfig) => Promise<void>;
}
