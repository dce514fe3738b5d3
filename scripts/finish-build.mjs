/** The last step of building a bundled package: licences of what was bundled, and no unreachable declarations. */
import { readFileSync } from 'node:fs';
import { collectLicenses } from './collect-licenses.mjs';
import { pruneDeclarations } from './prune-declarations.mjs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

collectLicenses(read('.cache/metafile.json'), 'dist/THIRD_PARTY_LICENSES');
pruneDeclarations(read('package.json'));
