/** Installs and builds the server alone, for whoever runs it without npm start. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap({ filter: '@understudy/server' });
