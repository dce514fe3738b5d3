/** What a server serves, and how: everything that follows from its options and the files that they name. */
import { nodePlatform } from '../../server/node-platform.js';
import type { Api } from '../../call/api.js';
import type { Sizes } from '../../kit/dataset.js';
import { apiOptionsFor } from '../../options/data.js';
import type { ValuesOf } from '../../options/option.js';
import { optionsFor, readOptions, type Settings } from '../../options/options.js';
import { serveOptions } from '../../options/commands.js';
import { tlsOptions } from '../../options/tls.js';
import { checkRecords } from '../../server/check-records.js';
import { givenClaims } from '../../server/given-claims.js';
import { givenRules } from '../../server/given-rules.js';
import { builtinDomains } from '../../server/builtin-domains.js';
import { optionalOf } from '../../server/optional-domains.js';
import { servedApi } from '../../server/served-api.js';
import { noticesOf } from '../../server/with-documents.js';
import type { ServerParts } from '../../server/parts.js';
import { isSecure } from '../address-of.js';
import type { CommandLine, Invocation } from '../command.js';
import { servedBy } from '../served-by.js';
import { fitted, machineLimits } from './machine-limits.js';
import type { Identity } from './tls/identity.js';

/** What a server serves, and how. */
export interface Plan extends Pick<ServerParts, 'rules' | 'claims'> {
  readonly given: CommandLine;
  readonly settings: Settings;
  readonly api: Api;
  /** The files of its OpenAPI documents. */
  readonly documentFiles: readonly string[];
  /** What it shows its clients who it is with; undefined where it does not speak https. */
  readonly identity: Identity | undefined;
  /** What is to be said of options that do not fit the machine. */
  readonly notices: readonly string[];
}

const served = (given: CommandLine) => servedBy(readOptions(apiOptionsFor(optionalOf(builtinDomains)), given), given);

const optionsWith = (sizes: Sizes) => ({
  ...apiOptionsFor(optionalOf(builtinDomains)),
  ...optionsFor(sizes),
  ...serveOptions,
});

/** The options of `understudy serve`, with the sizes of our collections. */
export const options = () => optionsWith(servedApi({ ours: builtinDomains }).sizes);

/** The same with the sizes of all collections that are served. */
export const optionsOf = async (given: CommandLine) => optionsWith(servedApi(await served(given)).sizes);

/** What the process has to say of it. */
type PlanFor = Pick<Invocation, 'isTerminal' | 'environment'>;

/** Whether any option asks for https; a key alone does so by mistake. */
const isAskedFor = (tls: ValuesOf<typeof tlsOptions>): boolean => isSecure(tls) || tls.tlsKey !== undefined;

/**
 * Makes the plan, and reads the files that the options name.
 *
 * @throws {@link OptionError} naming what is wrong
 */
export async function planOf(given: CommandLine, { isTerminal, environment }: PlanFor): Promise<Plan> {
  const all = await served(given);
  const api = servedApi(all);
  const { settings, notices } = fitted({ settings: readOptions(optionsFor(api.sizes), given), given }, machineLimits());
  checkRecords(all, settings);
  const tls = readOptions(tlsOptions, given);
  return {
    given,
    settings: { ...settings, log: settings.log ?? (isTerminal ? 'pretty' : 'json') },
    api,
    rules: givenRules(settings, { api, named: given.named, platform: nodePlatform }),
    claims: givenClaims(settings, { api, named: given.named, platform: nodePlatform }),
    documentFiles: all.documents.flatMap(({ document }) => document.files ?? []),
    notices: [...notices, ...noticesOf(all.documents)],
    identity: isAskedFor(tls)
      ? await (await import('./tls/identity-of.js')).identityOf(tls, { settings, named: given.named, environment })
      : undefined,
  };
}
