import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `npm run licences` writes the licence of every package that is installed, with its text. The image carries what it
// writes.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RULE = '-'.repeat(80)

interface Locked {
  version?: string
  license?: string
  /** The name where the folder has another. */
  name?: string
  link?: boolean
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** What a package says of its licence in files of its own. */
const textsIn = (folder: string): string[] =>
  globSync('{license,licence,License,LICENSE,LICENCE,COPYING,NOTICE}*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())

for (const [path, { version, license = 'as its text says', name, link = false }] of Object.entries(packages)) {
  const folder = join(ROOT, path)
  if (!path.startsWith('node_modules/') || link || !existsSync(folder)) continue
  const called = name ?? path.split('node_modules/').at(-1)
  process.stdout.write(`${[`${called} ${version}: ${license}`, ...textsIn(folder)].join('\n\n')}\n\n${RULE}\n\n`)
}
