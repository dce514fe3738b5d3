/** The tests of this project alone. */
import { patient } from '@understudy/tooling/patience';
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['*.spec.ts'], testTimeout: patient(5000) } });
