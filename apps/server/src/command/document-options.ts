/** The options of the commands that show or drill what is served, by a server or by these options. */
import { apiOptionsFor } from '../options/data.js';
import { networkOptions } from '../options/network.js';
import { optionsFor, readOptions } from '../options/options.js';
import { drillOptions, serverOptions } from '../options/commands.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { optionalOf } from '../server/optional-domains.js';
import { addressOf } from './address-of.js';
import type { CommandLine } from './command.js';
import { splitOperands, targetOf } from './remote-server.js';
import type { ValuesOf } from '../options/option.js';
import { servedApi } from '../server/served-api.js';

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

/** The options of `understudy drill`. */
export const options = {
  ...drillOptions,
  ...apiOptionsFor(optionalOf(builtinDomains)),
  base: optionsFor(servedApi({ ours: builtinDomains }).sizes).base,
};

/** The options of `understudy drill`, each with its value. */
export type DrillValues = ValuesOf<typeof options>;
