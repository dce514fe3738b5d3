/** Types configuration files: `understudy.config.ts` and its other forms. */
export { defineConfig, type UnderstudyConfig } from './options/define-config.js';
