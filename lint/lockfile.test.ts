import { expect, test } from 'vitest'

import { missingPackages, readLock } from './lockfile.ts'

test('npm ci accepts the lock: it has every optional package, whatever its platform (else: npm run lock)', () => {
  expect(Object.keys(missingPackages(readLock().packages))).toEqual([])
})

test('an optional package that the lock lacks is described by its name', () => {
  const packages = {
    '': {},
    'node_modules/linter': {
      dev: true,
      optionalDependencies: { '@linter/linux-arm64-musl': '1.0.0', '@linter/win32-x64': '1.0.0' },
    },
    'node_modules/linter/node_modules/parser': {
      optionalDependencies: { '@linter/win32-x64': '1.0.0', 'parser-wasm32-wasi': '2.0.0' },
    },
    'node_modules/linter/node_modules/parser-wasm32-wasi': { version: '2.0.0' },
    'node_modules/@linter/win32-x64': { version: '1.0.0' },
  }
  expect(missingPackages(packages)).toEqual({
    'node_modules/@linter/linux-arm64-musl': {
      version: '1.0.0',
      cpu: ['arm64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  })
})
