/** The options of `understudy drill`: its own, and what is served as `serve` takes it. */
import { apiOptionsFor } from '../options/api.js';
import { drillOptions } from '../options/drill.js';
import type { ValuesOf } from '../options/option.js';
import { optionsFor } from '../options/options.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { optionalOf } from '../server/optional-domains.js';
import { servedApi } from '../server/served-api.js';

/** The options of `understudy drill`. */
export const options = {
  ...drillOptions,
  ...apiOptionsFor(optionalOf(builtinDomains)),
  base: optionsFor(servedApi({ ours: builtinDomains }).sizes).base,
};

/** The options of `understudy drill`, each with its value. */
export type DrillValues = ValuesOf<typeof options>;
