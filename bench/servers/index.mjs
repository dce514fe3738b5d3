/** The servers that are measured side by side, in the order in which they are shown. */
import { bare } from './bare.mjs';
import { fastify } from './fastify.mjs';
import { jsonServer, jsonServerBeta } from './json-server.mjs';
import { mockoon } from './mockoon.mjs';
import { msw } from './msw.mjs';
import { prism } from './prism.mjs';
import { understudy } from './understudy.mjs';

/** Every ratio is to this one. */
export const baseline = bare;

export const servers = [understudy, bare, fastify, jsonServer, jsonServerBeta, prism, mockoon, msw];
