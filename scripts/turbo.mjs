/** Runs turbo with its telemetry off, and with the pnpm it needs on its path. */
import { run } from './run.mjs';

const { code } = await run(['turbo', ...process.argv.slice(2)].join(' '), { inherit: true });
process.exitCode = code;
