/** Copies the docs page's script, style and licence into the build, so that it works offline. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** @param {string} target the folder to fill */
export function copySwaggerUi(target) {
  mkdirSync(target, { recursive: true });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    copyFileSync(join(source, file), join(target, file));
  }
  for (const file of ['LICENSE', 'NOTICE']) {
    copyFileSync(join(source, file), join(target, `swagger-ui.${file}`));
  }
}
