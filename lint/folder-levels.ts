import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'

import { parseSync } from 'vite'

import { placeOf, targetOf } from './allowed-imports.ts'

/** The files that each file imports, by path. */
export type Imports = ReadonlyMap<string, readonly string[]>

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** With more levels nobody can follow a call from the start of the program to its end. */
export const MAX_LEVELS = 8

const ROOMS = '{contract,server,sandbox,app,demo,bench,prove,test,e2e,lint}'

/** It names every part, types only, for those who take it: with it each part would form a circle. */
const SHOP = 'server/start/shop.ts'

/** Everything that is imported, types too, and what is left of it in the running program. */
type Counted<Imported> = Record<'all' | 'running', Imported>

/** Reads the imports of the whole tree below `root`, tests excepted. */
export async function readImports(root: string): Promise<Counted<Imports>> {
  const files = globSync(`${ROOMS}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.(test|d)\.tsx?$/.test(file))
  const read = await Promise.all(
    files.map(async (file) => [file, importsOf(file, await readFile(join(root, file), 'utf8'))] as const),
  )
  const counted = (kind: keyof Counted<Imports>) => new Map(read.map(([file, imports]) => [file, imports[kind]]))
  return { all: counted('all'), running: counted('running') }
}

/** The project's files that `text` imports, re-exports or imports dynamically, but for `Shop`. */
export function importsOf(file: string, text: string): Counted<string[]> {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))
  const filesOf = (counts: (entry: { isType: boolean }) => boolean) =>
    [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(counts))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.filter(counts)).map((entry) => entry.moduleRequest?.value),
      ...dynamic,
    ]
      .map((name) => (name === undefined ? undefined : targetOf(placeOf(file), name)?.path))
      .filter((path) => path !== undefined && path !== SHOP && /\.tsx?$/.test(path))
      .map(String)
  return { all: filesOf(() => true), running: filesOf(({ isType }) => !isType) }
}

/** The graph of the files. */
export const fileGraph = (imports: Imports): Graph => new Map([...imports].map(([file, to]) => [file, new Set(to)]))

/**
 * The graph of the folders. A file that lies in a folder with sub-folders stands for itself, because it either puts
 * them together (`orders/service.ts`) or serves them (`server/errors.ts`, `orders/settle-payment.ts`). So does each
 * file of `server/start/`, which opens the shop (`app.ts`) and says what its parts may know of it (`shop.ts`,
 * `config.ts`), and of `contract/`, which is one level: a mail names its words, and a word its mail.
 */
export function folderGraph(imports: Imports): Graph {
  const parents = new Set([...imports.keys()].map((file) => dirname(dirname(file)))).add('server/start')
  const folderOf = (file: string) => (parents.has(dirname(file)) || file.startsWith('contract/') ? file : dirname(file))
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    const from = folderOf(file)
    const known = graph.get(from) ?? new Set()
    graph.set(from, known)
    for (const to of targets.map(folderOf)) if (to !== from) known.add(to)
  }
  return graph
}

/** A circle of files or folders, as the path from one of them back to itself; undefined where there is none. */
export function findCircle(graph: Graph): string[] | undefined {
  const clean = new Set<string>()
  const visit = (place: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place]
    if (clean.has(place)) return undefined
    for (const next of graph.get(place) ?? []) {
      const circle = visit(next, [...path, place])
      if (circle) return circle
    }
    clean.add(place)
    return undefined
  }
  for (const place of graph.keys()) {
    const circle = visit(place, [])
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
