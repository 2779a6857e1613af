import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import {
  fileGraph,
  findCircle,
  folderGraph,
  importsOf,
  longestDescent,
  MAX_LEVELS,
  readImports,
} from './folder-levels.ts'
import type { Imports } from './folder-levels.ts'

let tree: Awaited<ReturnType<typeof readImports>>

beforeAll(async () => {
  tree = await readImports(join(import.meta.dirname, '..'))
})

/** Imports of a made-up tree: the folders `server/a` and `server/b` and what each of their files imports. */
const importsIn = (files: Readonly<Record<string, string>>): Imports =>
  new Map(Object.entries(files).map(([file, text]) => [file, importsOf(file, text).all]))

test('no folder or file of the shop imports another that imports it in turn, not even for its types', () => {
  expect(tree.all.size).toBeGreaterThan(500)
  const why = 'Move what both need below them, or let the file above them both hand it in.'
  for (const graph of [folderGraph(tree.all), fileGraph(tree.all)]) {
    const circle = findCircle(graph)
    expect(circle, `${circle?.join(' → ')}. ${why}`).toBeUndefined()
  }
})

test(`there are at most ${MAX_LEVELS} levels from main.ts down to what imports nothing`, () => {
  const levels = longestDescent(tree.running, 'server/start/main.ts')
  expect(levels.at(-1)).toBe('contract')
  expect(levels.slice(MAX_LEVELS), `Too many levels: ${levels.join(' → ')}`).toEqual([])
})

test('a circle of folders is found though no circle of files is there', () => {
  const imports = importsIn({
    'server/a/one.ts': "import { two } from '#server/b/two.ts'",
    'server/b/two.ts': 'export const two = 2',
    'server/b/three.ts': "export const load = () => import('#server/a/four.ts')",
    'server/a/four.ts': 'export const four = 4',
  })
  expect(findCircle(folderGraph(imports))).toEqual(['server/a', 'server/b', 'server/a'])
})

test('an import of types closes a circle too, but for those of Shop', () => {
  const files = { 'server/a/one.ts': "import { two } from '#server/b/two.ts'", 'server/a/four.ts': '' }
  const closing = (text: string) => findCircle(folderGraph(importsIn({ ...files, 'server/b/two.ts': text })))
  expect(closing("import type { Four } from '#server/a/four.ts'")).toBeDefined()
  expect(closing("export { four } from '#server/a/four.ts'")).toBeDefined()
  expect(closing("import type { Shop } from '#server/start/shop.ts'")).toBeUndefined()
})

test('a circle of two files in one folder is found', () => {
  const imports = importsIn({
    'server/a/one.ts': "import { two } from '#server/a/two.ts'",
    'server/a/two.ts': "import type { One } from '#server/a/one.ts'",
  })
  expect(findCircle(fileGraph(imports))).toEqual(['server/a/one.ts', 'server/a/two.ts', 'server/a/one.ts'])
})

test('the files beside sub-folders stand for themselves', () => {
  const imports = importsIn({
    'server/orders/routes.ts': "import { send } from '#server/orders/mail/send.ts'",
    'server/orders/mail/send.ts': "import { state } from '#server/orders/state.ts'",
    'server/orders/state.ts': "import { notFound } from '#server/errors.ts'",
    'server/errors.ts': '',
  })
  expect(findCircle(folderGraph(imports))).toBeUndefined()
  expect(longestDescent(imports, 'server/orders/routes.ts')).toEqual(['server/orders', 'server'])
})
