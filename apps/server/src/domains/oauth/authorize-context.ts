/** What the authorization endpoint is given. */
import type { contract } from '@understudy/contract';
import type { authorizationParameters } from '@understudy/contract/oauth';
import type { z } from 'zod';
import type { ContextOf } from '../../kit/context.js';

/** What the endpoint is given. */
export type AuthorizeContext = ContextOf<typeof contract.oauth, 'authorize'>;

/** An authorization request, parsed. */
export type AuthorizationRequest = AuthorizeContext['input'];

/** What it asks for, wherever that stands: in the request itself, in a request object, or where it was pushed to. */
export type RequestParameters = z.infer<z.ZodObject<typeof authorizationParameters>>;
