import { join } from 'node:path'
import { expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'

const ROOT = join(import.meta.dirname, '..')

test.each([
  ['', join(ROOT, 'build')],
  ['build-other', join(ROOT, 'build-other')],
  ['/srv/pages', '/srv/pages'],
])('with BUILD_DIR=%s the built pages are where the builder puts them', (folder, expected) => {
  expect(readConfig({ BUILD_DIR: folder }).buildDir).toBe(expected)
})
