/** A sandbox as those see it who read it: what this process knows of it. */
import type { KeptRule } from '@understudy/contract/sandboxes';
import type { ClockState } from '../../kit/clock.js';
import { ownText } from '../../kit/own-text.js';
import type { Counts } from '../model/counts.js';
import type { Mark } from '../model/mark.js';
import type { SandboxConfig } from '../model/sandbox-config.js';
import type { State } from '../model/state.js';
import type { View } from '../model/view.js';
import { LocalCopy } from './local-copy.js';
import type { Counted, SandboxParts, Watching } from './sandbox-parts.js';

/** What this process knows of one sandbox. */
export abstract class KnownSandbox {
  readonly name: string;
  protected readonly copy: LocalCopy;

  constructor(name: string, parts: SandboxParts & Counted, watching: Watching) {
    // Cut from a URL, which is not to be kept.
    this.name = ownText(name);
    this.copy = new LocalCopy(this.name, parts, watching);
  }

  /** All it holds, as far as this process knows; it changes with every write. */
  get state(): State {
    return this.copy.known.state;
  }

  /** What it holds beyond the seeded data, as far as that is alive. */
  get counts(): Counts {
    return this.state.counts;
  }

  get config(): SandboxConfig {
    return this.state.config;
  }

  get view(): View {
    return this.state.view;
  }

  /** Its fault rules, in the order in which they are tried. */
  get rules(): readonly KeptRule[] {
    return this.state.rules;
  }

  get clock(): ClockState {
    return this.state.clock;
  }

  /** The present, in ms since 1970. */
  now(): number {
    return this.state.now();
  }

  /** Whether nobody has written to it, as far as this process knows. */
  get isMinor(): boolean {
    return this.mark.generation === 0;
  }

  /** The mark this process knows. */
  get mark(): Mark {
    return this.copy.known.mark;
  }

  /** Writes since the sandbox was made or reset. */
  get revision(): number {
    return this.mark.revision;
  }

  /** Stands for the present state: it is the same object as long as nothing changes. */
  get stamp(): object {
    return this.copy.known.stamp;
  }

  /** Whether somebody configured it, by PUT or in a snapshot. */
  get isConfigured(): boolean {
    return this.copy.known.isConfigured;
  }

  /** Whether this process has it among those it holds, so that its bytes count. */
  set isHeld(isHeld: boolean) {
    this.copy.known.isHeld = isHeld;
  }

  /** Whether what this process knows is what a reader must see, without asking the store. */
  get fresh(): boolean {
    return this.copy.fresh;
  }

  /** Whether others seem not to write at the moment: then a write may be tried unasked. */
  get quiet(): boolean {
    return this.copy.quiet;
  }
}
