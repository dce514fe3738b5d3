/** What a process that checks a file says to the one that supervises it. */
import type { Finding, Report } from './finding.js';
import type { Transcript } from './transcript.js';

/** What the supervisor asks a process for. */
export interface Order {
  readonly file: string;
  readonly task: 'transcribe' | 'check';
  readonly only?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly postgres?: string | undefined;
  readonly callMs?: number | undefined;
  /** Rows before this one ran already. */
  readonly from: number;
  /** Subjects that did not come back. */
  readonly lost: readonly string[];
  readonly elsewhere?: Readonly<Record<string, Transcript>> | undefined;
}

/** What the process says. */
export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'row'; readonly index: number; readonly check: string; readonly subject: string }
  | { readonly kind: 'request'; readonly asked: string }
  | { readonly kind: 'answer' }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'transcripts'; readonly transcripts: Readonly<Record<string, Transcript>> }
  | { readonly kind: 'report'; readonly report: Report }
  /** The file or an option of the run cannot be used. */
  | { readonly kind: 'refused'; readonly message: string };
