/** Types a configuration file. */
import type { FaultRuleSettings } from '@understudy/contract/sandboxes';
import type { UserClaims } from '@understudy/contract/auth';
import type { apiOptionsFor } from './data.js';
import type { ValuesOf } from './option.js';
import type { Settings } from './options.js';
import type { serveOptions } from './commands.js';

/** Options of `understudy serve`, by field. */
type ServeSettings = Omit<
  Settings & ValuesOf<typeof serveOptions> & ValuesOf<ReturnType<typeof apiOptionsFor>>,
  'faults' | 'claims'
>;

/**
 * What `understudy.config.ts` may hold: the options of `understudy serve` in camelCase, all optional. Paths are relative
 * to the folder of the file.
 */
export type UnderstudyConfig = {
  readonly [Field in keyof ServeSettings]?: ServeSettings[Field] | string | undefined;
} & {
  /** Fault rules that every sandbox begins with: the path of a JSON file, or the rules. */
  readonly faults?: string | readonly FaultRuleSettings[] | undefined;
  /** Claims of users by id, e-mail address or `*` for all: the path of a JSON file, or the claims. */
  readonly claims?: string | Readonly<Record<string, UserClaims>> | undefined;
};

/**
 * Types a configuration file, and gives back what it is given.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@understudy/server/config';
 *
 * export default defineConfig({ port: 4020, clock: '2026-01-01T00:00:00Z', size: { students: 1000 } });
 * ```
 */
export const defineConfig = (config: UnderstudyConfig): UnderstudyConfig => config;
