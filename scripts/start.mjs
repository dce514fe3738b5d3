/** `npm start`: installs and builds what is missing, then serves. */
import { requireNode } from './require-node.mjs';

requireNode();
// Imported late, so that an old Node meets the message above and not a syntax error.
import('./serve.mjs');
