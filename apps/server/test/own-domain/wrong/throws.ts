// @ts-nocheck
import { right } from './parts.js';

const { seats } = undefined;

export default { ...right, seats };
