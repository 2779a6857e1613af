import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'

import { parseSync } from 'vite'

import { placeOf, targetOf } from './allowed-imports.ts'

/** The files that each file imports when the program runs, by path. */
export type Imports = ReadonlyMap<string, readonly string[]>

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** With more levels nobody can follow a call from the start of the program to its end. */
export const MAX_LEVELS = 8

const ROOMS = '{contract,server,sandbox,app,demo,bench,prove,test,e2e,lint}'

/** Reads the imports of the whole tree below `root`, tests excepted. */
export async function readImports(root: string): Promise<Imports> {
  const files = globSync(`${ROOMS}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.(test|d)\.tsx?$/.test(file))
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, importsOf(file, await readFile(join(root, file), 'utf8'))] as const),
    ),
  )
}

/**
 * The project's files that `text` imports, re-exports or imports dynamically. Type-only imports do not count: they leave
 * nothing in the running program, and with them `Shop`, which names every part, would form a circle with everything that
 * takes it.
 */
export function importsOf(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const names = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries.filter(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest?.value),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return names
    .map((name) => (name === undefined ? undefined : targetOf(placeOf(file), name)?.path))
    .filter((path) => path !== undefined && /\.tsx?$/.test(path))
    .map(String)
}

/**
 * The graph of the folders. A file that lies in a folder with sub-folders stands for itself, because it either puts them
 * together (`orders/service.ts`) or serves them (`server/errors.ts`, `orders/settle-payment.ts`). So does each file of
 * `server/start/`, which opens the shop (`app.ts`) and says what its parts may know of it (`shop.ts`, `config.ts`).
 */
function folderGraph(imports: Imports): Graph {
  const parents = new Set([...imports.keys()].map((file) => dirname(dirname(file)))).add('server/start')
  const folderOf = (file: string) => (parents.has(dirname(file)) ? file : dirname(file))
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    const from = folderOf(file)
    const known = graph.get(from) ?? new Set()
    graph.set(from, known)
    for (const to of targets.map(folderOf)) if (to !== from) known.add(to)
  }
  return graph
}

/** A circle of folders, as the path from one of them back to itself; undefined where there is none. */
export function findCircle(imports: Imports): string[] | undefined {
  const graph = folderGraph(imports)
  const clean = new Set<string>()
  const visit = (folder: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (clean.has(folder)) return undefined
    for (const next of graph.get(folder) ?? []) {
      const circle = visit(next, [...path, folder])
      if (circle) return circle
    }
    clean.add(folder)
    return undefined
  }
  for (const folder of graph.keys()) {
    const circle = visit(folder, [])
    if (circle) return circle
  }
  return undefined
}

/**
 * The longest chain of imports from a file down to what imports nothing, as the levels that it passes: `server`,
 * `server/orders`, `contract`. A feature with its sub-folders is one level. The folders must have no circle.
 */
export function longestDescent(imports: Imports, start: string): string[] {
  const graph = folderGraph(imports)
  const known = new Map<string, string[]>()
  const descend = (folder: string): string[] => {
    const done = known.get(folder)
    if (done) return done
    const own = levelOf(folder)
    let longest = [own]
    for (const next of graph.get(folder) ?? []) {
      const below = descend(next)
      const levels = below[0] === own ? below : [own, ...below]
      if (levels.length > longest.length) longest = levels
    }
    known.set(folder, longest)
    return longest
  }
  return descend(start)
}

function levelOf(folder: string): string {
  const { room, part } = placeOf(/\.tsx?$/.test(folder) ? folder : `${folder}/file.ts`)
  return part === '' || room === 'contract' ? room : `${room}/${part}`
}
