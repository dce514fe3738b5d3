/** What a call answers line by line, before any of it is written. */
import type { DeclaredLines, LinesControls } from '@understudy/contract/kit';

/** Rows by index. */
export interface FoundRows {
  readonly total: number;
  /** Undefined where nothing is there. */
  readonly rowAt: (index: number) => object | undefined;
}

/** What a call answers line by line. */
export interface FoundLines extends FoundRows, DeclaredLines {
  readonly controls: LinesControls;
  /** All of them, where they are wanted as a whole. */
  readonly text?: string;
}
