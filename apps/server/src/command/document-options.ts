/** The options of the commands that show what is served, by a server or by these options. */
import { apiOptionsFor } from '../options/api.js';
import { networkOptions } from '../options/network.js';
import { readOptions } from '../options/options.js';
import { serverOptions } from '../options/remote.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { optionalOf } from '../server/optional-domains.js';
import { addressOf } from './address-of.js';
import type { CommandLine } from './command.js';
import { splitOperands, targetOf } from './remote/target.js';

/** Their options. */
export const documentOptions = {
  ...apiOptionsFor(optionalOf(builtinDomains)),
  base: networkOptions.base,
  ...serverOptions,
};

/** The document of a server where one is named, else of what these options would serve. */
export async function documentFor(given: CommandLine): Promise<unknown> {
  const values = readOptions(documentOptions, given);
  const url = splitOperands(given.operands).url ?? given.operands[0] ?? values.url;
  if (url === undefined) {
    const { servedDocument } = await import('./served-document.js');
    return (await servedDocument(values, addressOf(values), given.named)).document;
  }
  const { server, sandbox, path } = await targetOf(url, values);
  return server.ask(`${sandbox === 'default' ? '' : path}/openapi.json`);
}
