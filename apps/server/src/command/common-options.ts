/** The options of every command that reads the environment: where else it reads from, and what came of it. */
import { option } from '../options/option.js';
import type { OptionTable } from '../options/option.js';
import { flag, text } from '../options/parse.js';

/** The value of `--config` that reads no file. */
export const NO_FILE = 'none';

const common = {
  config: option<string | undefined>({
    flag: 'config',
    group: 'Command',
    variable: 'UNDERSTUDY_CONFIG',
    isField: false,
    placeholder: 'FILE',
    help: `Configuration file, or ${NO_FILE}; it is looked for in this folder and those above.`,
    fallback: undefined,
    shown: 'understudy.config.*',
    read: text,
  }),
  printConfig: option<boolean>({
    flag: 'print-config',
    group: 'Command',
    help: 'Show each option that is in force and its source, and exit.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
};

/** The options of a command with those that it has because of them. */
export function withCommon(options: OptionTable): OptionTable {
  const isConfigured = Object.values(options).some(({ variable }) => variable !== undefined);
  return isConfigured ? { ...options, ...common } : options;
}
