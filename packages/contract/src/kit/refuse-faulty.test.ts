/** What a compiler would have refused is refused where an operation is declared, with its address. */
import { DeclarationError } from './nearest.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOf, recordOf, writtenOf } from './envelope.js';
import { get, post, put } from './methods.js';
import type { OperationDeclaration } from './operation-declaration.js';

const texts = { summary: 'Do it', description: 'Does it.' };
const room = z.object({ id: z.string(), version: z.int() });
const input = z.object({ room_id: z.string(), locale: z.string().optional() });
const path = '/api/rooms/{room_id}';

/** A declaration as a plain script may make it. */
const declare = (method: typeof get | typeof post | typeof put, declared: Partial<OperationDeclaration>) => () =>
  method(path, { ...texts, input, output: recordOf(room), ...declared } as never);

describe('headers', () => {
  it.each([
    [{ language: 'Accept-Language' }, 'headers names language, which the input does not have'],
    [{ room_id: 'X-Room' }, 'headers names room_id, which is in the path'],
    [{ locale: 'Accept Language' }, '"Accept Language" is no name of a header'],
    [{ locale: 'authorization' }, "the header authorization is the server's own"],
    [{ locale: 'Idempotency-Key' }, "the header Idempotency-Key is the server's own"],
  ])('%o', (headers, message) => {
    expect(declare(get, { headers })).toThrow(new DeclarationError(`GET ${path}: ${message}`));
  });

  it('of one name twice', () => {
    const both = input.extend({ lang: z.string() });
    const headers = { locale: 'Accept-Language', lang: 'accept-language' };
    expect(declare(get, { input: both, headers })).toThrow('the header accept-language is read into two members');
    const condition = { versioned: 'optional', headers: { locale: 'if-match' } } as const;
    expect(declare(put, condition)).toThrow('the header If-Match is read into two members');
  });

  it('that are right', () => {
    expect(declare(get, { headers: { locale: 'Accept-Language' } })).not.toThrow();
  });
});

describe('versions', () => {
  const one = 'versioned needs an output of one record with an integer member version';
  it.each([
    ['of no version', { output: recordOf(z.object({ id: z.string() })) }, one],
    ['of another version', { output: recordOf(room.extend({ version: z.string() })) }, one],
    ['of a list', { output: listOf(room) }, one],
    ['of a written record that is read', { output: writtenOf(room) }, one],
    ['of a document', { output: room }, one],
    ['with an input of its own', { input: input.extend({ if_match: z.string() }) }, 'the input has if_match'],
    ['of the registry', { scope: 'registry' }, 'versioned is for the records of a sandbox'],
  ] as const)('%s', (_what, declared, message) => {
    expect(declare(get, { versioned: 'optional', ...declared })).toThrow(message);
  });

  it('that are right', () => {
    expect(declare(post, { versioned: 'required', output: writtenOf(room) })).not.toThrow();
  });
});
