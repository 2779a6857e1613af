import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A worker waits about a fifth of its time, so a machine of two cores has work for three. Each worker of the
    // journeys has a browser and a shop of its own.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,app,lint,bench}/**/*.test.{ts,tsx}'],
          isolate: false,
          // None waits for anything, but a busy machine computes several times as long.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,sandbox,demo,test}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          // What the files import is loaded once for each worker; each of them has a shop of its own all the same.
          isolate: false,
          restoreMocks: true,
          // Long, because tests that start databases and processes must also pass on a machine that is busy with other
          // work.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          isolate: false,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          // The first journey may have to wait for the build.
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // The real server as a process of its own, killed and confused; it finds the pages built for the journeys.
          // Much of its time is waiting, so it goes beside the others.
          name: 'prove',
          include: ['prove/**/*.test.ts'],
          globalSetup: ['test/build-pages.ts'],
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
