/** The files of Swagger UI, from beside the bundle or, when run from source, from the installed package. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { madeOnce } from '../kit/made-once.js';

/** The files that the reference needs, with their media types. */
export const swaggerTypes = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;

/** Name of a file of Swagger UI. */
export type SwaggerFile = keyof typeof swaggerTypes;

/** A file with a tag that changes whenever it does. */
export interface SwaggerAsset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

/** Where the files may be: beside the bundle, beside the folder of its chunks, or in the package. */
function folders(): URL[] {
  const built = ['./assets/', '../assets/'].map((path) => new URL(path, import.meta.url));
  try {
    const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
    return [...built, new URL('./', pathToFileURL(manifest))];
  } catch {
    return built;
  }
}

async function read(file: SwaggerFile): Promise<SwaggerAsset> {
  for (const folder of folders()) {
    try {
      const bytes = await readFile(new URL(file, folder));
      return { bytes, tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 12) };
    } catch (error) {
      const isElsewhere = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isElsewhere) throw error;
    }
  }
  throw new Error(`${file} is neither beside the bundle nor in node_modules; build the server again`);
}

/** Gives each file, read when first asked for. */
export function swaggerAssets(): (file: SwaggerFile) => Promise<SwaggerAsset> {
  const kept = new Map<SwaggerFile, Promise<SwaggerAsset>>();
  return (file) => madeOnce(kept, file, () => read(file));
}
