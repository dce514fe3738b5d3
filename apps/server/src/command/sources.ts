/** Where the value of an option is from. */

/** Where a value is from: its flag, its variable, or its field of the configuration file. */
export interface Source {
  readonly kind: 'flag' | 'variable' | 'file';
  /** As a message names it. */
  readonly name: string;
}
