// @ts-nocheck
import { right } from './elsewhere.js';

export default right;
