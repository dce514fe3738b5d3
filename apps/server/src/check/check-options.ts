/** What a run of the checks is given. */

/** Which checks run, and on what. */
export interface CheckOptions {
  /** Names of the checks that run; all where left out. */
  readonly only?: readonly string[] | undefined;
  /** Names of the operations, collections and domains that are checked; all where left out. */
  readonly subjects?: readonly string[] | undefined;
  /** Address of a PostgreSQL database that the checks may write to: `postgres://…`. Without it, that store is skipped. */
  readonly postgres?: string | undefined;
  /** How long a call may take, in ms; 5 s where left out. */
  readonly callMs?: number | undefined;
}

/** Whether the answers of another process are compared with. */
export const isCompared = ({ only }: CheckOptions): boolean => only?.includes('two-processes') ?? true;
