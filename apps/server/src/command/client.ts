/** `understudy client`: writes a file that types the domains of a server for `@understudy/client`. */
import { apiOptionsFor } from '../options/api.js';
import { clientOptions } from '../options/client.js';
import { OptionError, readOptions } from '../options/options.js';
import type { Written } from '../sdk/write-file.js';
import { ours } from '../served/our-domains.js';
import { optionalOf } from '../served/part-of-ours.js';
import type { Command } from './command.js';

/** Exit code of a check that found something. */
const OUTDATED = 1;

const brought = apiOptionsFor(optionalOf(ours));

/** The options of the command, and the files of domains and data as `serve` takes them. */
const options = { ...clientOptions, domain: brought.domain, data: brought.data };

/** `understudy client`. */
export const clientCommand: Command = {
  name: 'client',
  summary: 'Writes a TypeScript file that types domains of your own for @understudy/client.',
  usage: '--out FILE [options]',
  options: () => options,
  maxOperands: 0,
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
    print(new TextEncoder().encode(`${results[written]}\n`));
    return written === 'outdated' ? OUTDATED : 0;
  },
};
