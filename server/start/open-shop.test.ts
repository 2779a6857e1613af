import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

const LIST_PACKAGES = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    resolve(name, context, next) {
      packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      return next(name, context)
    },
  })
  await import('#server/start/open-shop.ts')
  console.log(JSON.stringify([...packages]))
`

test('what takes much memory and is seldom needed is not loaded before it is', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LIST_PACKAGES], {
    cwd: ROOT,
  })
  const packages = JSON.parse(stdout) as string[]
  expect(packages).toContain('fastify')
  expect(packages).not.toContain('pdfkit')
  expect(packages).not.toContain('@electric-sql/pglite')
  expect(packages).not.toContain('sharp')
})
