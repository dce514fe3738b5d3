/** The options of `understudy drill`: its own, and what is served as `serve` takes it. */
import { apiOptionsFor } from '../options/api.js';
import { drillOptions } from '../options/drill.js';
import type { ValuesOf } from '../options/option.js';
import { optionsFor } from '../options/options.js';
import { ours } from '../served/our-domains.js';
import { optionalOf } from '../served/part-of-ours.js';
import { servedApi } from '../served/served-api.js';

/** The options of `understudy drill`. */
export const options = {
  ...drillOptions,
  ...apiOptionsFor(optionalOf(ours)),
  base: optionsFor(servedApi({ ours }).sizes).base,
};

/** The options of `understudy drill`, each with its value. */
export type DrillValues = ValuesOf<typeof options>;
