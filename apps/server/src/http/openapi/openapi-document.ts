/** What an OpenAPI document is, as far as it is completed here. */
import type { Media } from './bodies.js';
import type { Json } from './parameters.js';
import type { Components } from './failures.js';

/** An operation of a document. */
export interface OpenApiOperation extends Json {
  operationId: string;
  parameters?: Json[];
  requestBody?: { content?: Media };
  responses: Record<string, Json>;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends Json {
  openapi: string;
  info: Json;
  servers: { url: string; description?: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, Json>;
  components: Components;
}
