/** `npm test`: installs and builds what is missing, then runs every check. */
import { requireNode } from './require-node.mjs';

requireNode();
// Imported late, so that an old Node meets the message above and not a syntax error.
import('./check-all.mjs');
