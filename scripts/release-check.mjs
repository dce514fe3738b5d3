/**
 * `npm run release:check`: all of a release but the upload, from a fresh clone on. `-- versions files` takes some of its
 * parts, `--tag v0.1.0` says which tag the release is made of, `--out FOLDER` keeps what is to be uploaded there.
 */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
// It needs what was just installed.
await import('./release/check-release.mjs');
