/** What the authorization endpoint is given. */
import type { contract } from '@understudy/contract';
import type { ContextOf } from '../../kit/context.js';

/** What the endpoint is given. */
export type AuthorizeContext = ContextOf<typeof contract.oauth, 'authorize'>;

/** An authorization request, parsed. */
export type AuthorizationRequest = AuthorizeContext['input'];
