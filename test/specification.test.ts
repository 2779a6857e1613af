import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startShop } from '#test/start-shop.ts'

const ROOT = join(import.meta.dirname, '..')

const readSource = (file: string) => readFile(join(ROOT, file), 'utf8')

let shop: Awaited<ReturnType<typeof startShop>>
let text: string
beforeAll(async () => {
  shop = await startShop()
  text = await readFile(join(ROOT, 'docs', 'specification.md'), 'utf8')
})
afterAll(() => shop.close())

test('every call that the shop describes has a row in docs/specification.md', async () => {
  const answer = await shop.visitor().fetch('/api/openapi.json')
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  )
  expect(calls.length).toBeGreaterThan(35)
  expect(calls.filter((call) => !text.includes(`| \`${call}\``))).toEqual([])
})

test('every file that the documents name is there', () => {
  const documents = globSync('{.,demo,docs,docs/*}/*.md', { cwd: ROOT }).map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  )
  const named = documents.flatMap((document) => [
    ...document.matchAll(
      /`((?:app|bench|contract|demo|docs|e2e|lint|node|prove|public|sandbox|server|test)\/[\w./*-]+\.\w+)`/g,
    ),
  ])
  const files = named.map(([, file = '']) => file).filter((file) => !file.includes('*'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('every file and every name that docs/where-a-change-goes.md leads to is there', async () => {
  const page = await readFile(join(ROOT, 'docs', 'where-a-change-goes.md'), 'utf8')
  const rooms = '{app,bench,contract,demo,docs,e2e,lint,prove,public,sandbox,server,test}'
  const files = new Set(globSync(['*', `${rooms}/**/*`], { cwd: ROOT }).map((path) => basename(path)))
  const missing = [...page.matchAll(/`([\w-][\w.-]*\.(?:tsx?|sql|json|ya?ml|css))`/g)].filter(
    ([, name = '']) => !files.has(name),
  )
  expect(missing.map(([name]) => name)).toEqual([])

  const names = [...page.matchAll(/`(?:(\w+)\(\)|([A-Z][A-Z_]+))`/g)].map(
    ([, call, constant]) => call ?? constant ?? '',
  )
  expect(names.length).toBeGreaterThan(60)
  const code = globSync('{app,contract,server,prove,test}/**/*.{ts,tsx,sql}', { cwd: ROOT })
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
  const words = new Set(code.match(/\w+/g))
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

test('every test that docs/specification.md names is there', async () => {
  const proofs = [...text.matchAll(/`([\w./-]+)`((?:,? “[^”]+”)+)/g)]
  expect(proofs.length).toBeGreaterThan(300)
  const missing: string[] = []
  for (const [, file = '', names = ''] of proofs) {
    const source = await readSource(`${file}.test.ts`).catch(() => readSource(`${file}.test.tsx`))
    for (const [, name = ''] of names.matchAll(/“([^”]+)”/g)) {
      const isThere = new RegExp(name.split('…').map(RegExp.escape).join('.*')).test(source)
      if (!isThere) missing.push(`${file} “${name}”`)
    }
  }
  expect(missing).toEqual([])
})
