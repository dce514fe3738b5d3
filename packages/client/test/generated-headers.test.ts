/** What the generator makes of inputs that an OpenAPI document puts into headers. */
import { createUnderstudy } from '@understudy/server';
import { expect, test } from 'vitest';
import { printRoutes } from '../scripts/generate/print-routes.mjs';
import { printTypes } from '../scripts/generate/print-types.mjs';
import { readDocument } from '../scripts/generate/read-document.mjs';

interface Document {
  readonly paths: Record<string, Record<string, { parameters: object[] }>>;
}

async function documentWithHeaders(): Promise<Document> {
  const understudy = createUnderstudy();
  const document = (await (await understudy.fetch('/openapi.json')).json()) as Document;
  await understudy.close();
  document.paths['/api/auth/users/{user_id}']?.['patch']?.parameters.push({
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The version.',
    schema: { type: 'string', default: '*' },
    example: '*',
    'x-understudy-input': 'if_match',
  });
  return document;
}

test('the route says which header each goes into, and the input has it under its own name', async () => {
  const model = readDocument(await documentWithHeaders());
  expect(printRoutes(model)).toContain(
    "updateUser: { method: 'PATCH', path: '/api/auth/users/{user_id}', answers: 'written', sends: 'body', headers: { if_match: 'If-Match' }, keyed: true },",
  );
  const [, input] = /interface UpdateUserInput \{(.*?)\n\}/s.exec(printTypes(model)) ?? [];
  expect(input).toMatch(/\* The version\.[^]*\n {2}if_match: string;/);
  expect(printTypes(model)).not.toContain('If-Match');
});
