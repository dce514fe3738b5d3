/** What is thrown where an option is wrong. */

/** An option is unknown, or has a value that it does not allow. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}
