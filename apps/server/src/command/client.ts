/** `understudy client`: writes a file that types the domains of a server for `@understudy/client`. */
import { apiOptionsFor } from '../options/data.js';
import { clientOptions } from '../options/commands.js';
import { OptionError, readOptions } from '../options/options.js';
import type { Written } from '../sdk/client-files.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { optionalOf } from '../server/served-api.js';
import { writeWhole } from './terminal.js';
import { type Command, FAILED } from './commands.js';

const brought = apiOptionsFor(optionalOf(builtinDomains));

/** The options of the command, and the files of domains and data as `serve` takes them. */
const options = { ...clientOptions, domain: brought.domain, data: brought.data, id: brought.id };

/** `understudy client`. */
export const command: Command = {
  options: () => options,
  run: async (given, { write: print }) => {
    const { out, check, ...asked } = readOptions(options, given);
    if (out === undefined) throw new OptionError('--out is missing; it names the file to write, such as src/api.ts');
    const { writeClient } = await import('./write-client.js');
    const written = await writeClient({ ...asked, out, check, named: given.named });
    const results: Record<Written, string> = {
      written: `Wrote ${out}`,
      unchanged: `${out} is up to date`,
      outdated: `${out} is out of date; the same command without --check writes it anew`,
    };
    writeWhole(print)(`${results[written]}\n`);
    return written === 'outdated' ? FAILED : 0;
  },
};
