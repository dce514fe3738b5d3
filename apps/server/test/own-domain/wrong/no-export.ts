// @ts-nocheck
import { contract } from './parts.js';

export const name = contract.name;
