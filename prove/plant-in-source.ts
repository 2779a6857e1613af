import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Mutation } from '#prove/planted-bug.ts'

/** The texts with the bug in it, one for each place where it stands inside a declaration of this name. */
function replaceInside(text: string, { inside, find, replace }: Mutation): string[] {
  // The formatter puts nothing at the left margin but the beginning of a declaration or comment, and closing brackets.
  const declaration = new RegExp(`^(export )?(async )?(function|const) ${inside}\\b.*(\\n(?![a-z/]).*)*`, 'gm')
  return [...text.matchAll(declaration)].flatMap(({ 0: code, index }) =>
    [...code.matchAll(new RegExp(find, 'g'))].map((found) => {
      const start = index + found.index
      return text.slice(0, start) + text.slice(start).replace(find, replace)
    }),
  )
}

/**
 * The file in which the bug is to be planted, relative to the root, and its text with the bug in it. Throws unless
 * there is exactly one place for it.
 */
export function plant(mutation: Mutation, root: string): { file: string; text: string } {
  const { name, folder, inside, find } = mutation
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const planted = files.flatMap((file) => {
    const texts = replaceInside(readFileSync(join(root, file), 'utf8'), mutation)
    return texts.map((text) => ({ file, text }))
  })
  const [only] = planted
  if (!only || planted.length > 1) {
    throw new Error(`“${name}”: ${find} stands ${planted.length} times inside ${inside} in ${folder}`)
  }
  return only
}

/**
 * The test file that has to fail with the bug, relative to the root. Throws unless there is exactly one of that name.
 */
export function findCatcher({ name, caughtBy }: Mutation, root: string): string {
  const files = globSync(caughtBy.includes('/') ? caughtBy : `server/**/${caughtBy}`, { cwd: root })
  const [only] = files
  if (!only || files.length > 1) throw new Error(`“${name}”: there are ${files.length} files ${caughtBy}`)
  return only
}
