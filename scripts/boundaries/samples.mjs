/** Code that the boundaries must refuse, and code that they must let pass. */

const domain = 'apps/server/src/domains/education/courses.ts';
const kit = 'apps/server/src/kit/ids.ts';
const contract = 'packages/contract/src/education/course.ts';
const client = 'packages/client/src/client.ts';

/** @type {[file: string, code: string][]} */
export const refused = [
  [contract, `import { Hono } from 'hono'`],
  [contract, `import type { Server } from 'node:http'`],
  [contract, `export * from '@understudy/server'`],
  [contract, `import { token } from '../oauth/token.js'`],
  [contract, `import { contract } from '../index.js'`],
  ['packages/contract/src/kit/envelope.ts', `import { course } from '../education/course.js'`],
  [client, `import { z } from 'zod'`],
  [client, `import type { Course } from '@understudy/contract'`],
  [client, `export const load = () => import('lodash')`],
  [client, `export { validator } from './validate.js'`],
  ['apps/server/src/app.ts', `import { startPostgres } from '@understudy/tooling/postgres'`],
  ['packages/client/src/validate/index.ts', `import { expect } from 'vitest'`],
  ['apps/server/src/http/trpc.ts', `import { generateOpenApiDocument } from 'trpc-openapi'`],
  ['apps/server/src/app.ts', `type Meta = import('trpc-openapi').OpenApiMeta`],
  [domain, `import { tokens } from '../oauth/tokens.js'`],
  [domain, `import type { Token } from '../oauth/tokens.js'`],
  [domain, `import { domains } from '../index.js'`],
  [domain, `import { cors } from '../../http/cors.js'`],
  [domain, `export const late = () => import('../../hosts/node.js')`],
  [domain, `import { View } from '../../state/model/view.js'`],
  [domain, `import type { Call } from '../../call/call.js'`],
  [domain, `import { requireBearer } from '../../identity/bearer.js'`],
  [domain, `import { webhookRegistrations } from '../../webhooks/records.js'`],
  ['apps/server/src/domains/oauth/index.ts', `import type { Outbox } from '../../webhooks/outbox.js'`],
  ['apps/server/src/domains/auth/index.ts', `import type { View } from '../../state/model/view.js'`],
  ['apps/server/src/domains/sandboxes/index.ts', `import { perform } from '../../call/perform.js'`],
  ['apps/server/src/identity/bearer.ts', `import type { Call } from '../call/call.js'`],
  ['apps/server/src/webhooks/outbox.ts', `import type { Limits } from '../call/services.js'`],
  [kit, `export { rest } from '../http/rest.js'`],
  [kit, `import type { View } from '../state/model/view.js'`],
  [kit, `import type { Call } from '../call/call.js'`],
  [kit, `import { requireBearer } from '../identity/bearer.js'`],
  [kit, `import { courses } from '../domains/education/courses.js'`],
  [domain, `export const id = Math.random()`],
  [domain, `export const id = globalThis.Math['random']()`],
  [domain, `const { random } = Math; export const id = random()`],
  [kit, `export const now = Date.now()`],
  [kit, `export const now = new Date()`],
  [kit, `export const now = Date()`],
  [contract, `export const now = new Date`],
  [contract, `export const id = crypto.randomUUID()`],
  [domain, `import { randomUUID } from 'node:crypto'; export const id = randomUUID()`],
  [domain, `import * as crypto from 'node:crypto'; export const id = crypto.randomUUID()`],
  ['apps/server/src/app.ts', `export const port = process.env.PORT`],
  ['apps/server/src/app.ts', `export const port = process['env']['PORT']`],
  ['apps/server/src/app.ts', `const { env } = process; export const port = env.PORT`],
  ['apps/server/src/app.ts', `import { env } from 'node:process'; export const port = env.PORT`],
  [client, `export const url = globalThis.process.env.URL`],
];

/** @type {[file: string, code: string][]} */
export const allowed = [
  [
    contract,
    `import { z } from 'zod'; import { initTRPC } from '@trpc/server'; import { field } from '../kit/field.js'`,
  ],
  ['packages/contract/src/index.ts', `export * from './education/index.js'`],
  ['apps/server/src/state/stores/rows.test.ts', `import { startPostgres } from '@understudy/tooling/postgres'`],
  ['packages/contract/src/education/course.test.ts', `import { expect } from 'vitest'; expect(Date.now())`],
  [client, `import ky from 'ky'; import { routes } from './generated/routes.js'`],
  ['packages/client/src/validate.ts', `import { z } from 'zod'; import { course } from '@understudy/contract'`],
  ['apps/server/src/http/rest.ts', `import { createOpenApiNodeHttpHandler } from 'trpc-openapi'`],
  ['apps/server/src/http/openapi/document.ts', `import { generateOpenApiDocument } from 'trpc-openapi'`],
  [domain, `import { id } from '../../kit/ids.js'; import { words } from './words.js'; export const at = new Date(0)`],
  ['apps/server/src/domains/index.ts', `export * from './education/index.js'`],
  ['apps/server/src/domains/oauth/index.ts', `import { requireBearer } from '../../identity/bearer.js'`],
  ['apps/server/src/domains/webhooks/index.ts', `import type { Outbox } from '../../webhooks/outbox.js'`],
  [
    'apps/server/src/domains/sandboxes/index.ts',
    `import type { Services } from '../../call/services.js'; import { persistently } from '../../state/commit/persistently.js'`,
  ],
  ['apps/server/src/kit/clock.ts', `export const now = () => Date.now()`],
  ['apps/server/src/state/sandbox.ts', `export const touched = () => Date.now()`],
  ['apps/server/src/main.ts', `export const port = process.env.PORT`],
];
