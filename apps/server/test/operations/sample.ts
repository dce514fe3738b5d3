/** Sample inputs of operations, made from the examples that the contract gives for every field. */
import type { Operation } from '@understudy/contract';
import { z } from 'zod';
import type { TestServer } from '../support.js';

/** Members that a list input has beside its filters. */
const paging = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

function exampleOf(name: string, schema: z.ZodType): unknown {
  const examples: unknown = schema.meta()?.['examples'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('unwrap' in schema && typeof schema.unwrap === 'function') {
    return exampleOf(name, schema.unwrap() as z.ZodType);
  }
  // An object is made of the examples of its members.
  if (schema instanceof z.ZodObject) return membersOf(schema, (member) => !isOptional(member));
  // Only a server can give an example of it.
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodString) return 'x';
  throw new Error(`the contract gives no example for ${name}`);
}

/** Whether a member, or what it wraps, has an example. */
function hasExample(schema: z.ZodType): boolean {
  if (schema.meta()?.['examples'] !== undefined) return true;
  return 'unwrap' in schema && typeof schema.unwrap === 'function' && hasExample(schema.unwrap() as z.ZodType);
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

function membersOf(schema: z.ZodObject, isWanted: (member: z.ZodType) => boolean): Record<string, unknown> {
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
    ([name, member]) => !paging.has(name) && isWanted(member),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(name, member)]));
}

/** The smallest input that an operation accepts: path parameters and required members. */
export function sampleInput(operation: Operation): Record<string, unknown> {
  return membersOf(operation.input, (member) => !isOptional(member));
}

/** Placeholders in examples, for values that no fixed example can give: they expire, or belong to a session. */
const PLACEHOLDER = /^<(?<name>[A-Z_]+)>$/;

/** What a call needs beside the contract's examples. */
export interface Prepared {
  readonly input: Record<string, unknown>;
  readonly headers: Record<string, string>;
}

/** The tokens of a seeded user, fresh. */
export async function logIn(server: TestServer): Promise<{ access_token: string; refresh_token: string }> {
  const body = JSON.stringify({ email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' });
  const headers = { 'content-type': 'application/json' };
  const response = await server.fetch('/api/auth/login', { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: [{ access_token: string; refresh_token: string }] };
  return data[0];
}

async function registerWebhook(server: TestServer): Promise<string> {
  const body = JSON.stringify({ url: 'http://127.0.0.1:3000/sample', events: ['*'] });
  const headers = { 'content-type': 'application/json' };
  const response = await server.fetch('/api/webhooks/register', { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: [{ id: string }] };
  return data[0].id;
}

/** Inputs that name what the server must have made. */
const made: Readonly<Record<string, (server: TestServer) => Promise<Record<string, unknown>>>> = {
  'sandboxes.restoreSnapshot': async (server) => {
    const response = await server.fetch('/sandboxes/default/snapshot');
    return (await response.json()) as Record<string, unknown>;
  },
  'webhooks.deleteRegistration': async (server) => ({ registration_id: await registerWebhook(server) }),
};

/** The sample input of an operation with fresh tokens in the place of placeholders, and the credential it reads. */
export async function prepare(server: TestServer, operation: Operation): Promise<Prepared> {
  const input = { ...sampleInput(operation), ...(await made[operation.name]?.(server)) };
  const { credential } = operation.meta;
  const wanted = Object.entries(input).filter(([, value]) => typeof value === 'string' && PLACEHOLDER.test(value));
  if (credential === 'client')
    return { input, headers: { authorization: `Basic ${btoa('understudy-web:understudy-secret')}` } };
  if (wanted.length === 0 && credential !== 'bearer') return { input, headers: {} };
  const tokens: Record<string, string> = { ...(await logIn(server)) };
  const fresh = wanted.map(([name, value]) => [
    name,
    tokens[PLACEHOLDER.exec(String(value))?.groups?.['name']?.toLowerCase() ?? ''],
  ]);
  const headers: Record<string, string> =
    credential === 'bearer' ? { authorization: `Bearer ${tokens['access_token']}` } : {};
  return { input: { ...input, ...Object.fromEntries(fresh) }, headers };
}

/** The filters of a read, each with an example that it accepts. */
export function sampleFilters(operation: Operation): Record<string, unknown> {
  // A parameter that is documented only to be refused has no example.
  const isFilter = (member: z.ZodType): boolean => isOptional(member) && hasExample(member);
  return operation.method === 'GET' ? membersOf(operation.input, isFilter) : {};
}
