/** Draws the inspector, and follows the sandbox. */
import { render } from 'preact';
import { App } from './app.js';
import { follow } from './journal.js';
import { host } from './place.js';
import { followAddress } from './route.js';
import { followVerdicts } from './verdicts.js';

followAddress();
render(<App />, host);
follow();
followVerdicts();
