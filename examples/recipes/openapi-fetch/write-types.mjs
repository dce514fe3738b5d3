/** Writes the types of the API, as `npx openapi-typescript` does, from a server in this process. */
import { createUnderstudy } from '@understudy/server';
import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const understudy = createUnderstudy();
const document = await (await understudy.fetch('/openapi.json')).json();
await understudy.close();
// A member with a default may be left out of a body.
const types = await openapiTS(document, { defaultNonNullable: false });
mkdirSync(new URL('generated', import.meta.url), { recursive: true });
writeFileSync(new URL('generated/api.d.ts', import.meta.url), astToString(types));
