import { defineConfig } from 'vitest/config';
import { pureProjects } from './vitest.config';

/** What Stryker runs: the tests that need nothing but the function they test. */
export default defineConfig({ test: { projects: pureProjects } });
