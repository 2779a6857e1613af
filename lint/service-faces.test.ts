import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { isTest, placeOf } from './allowed-imports.ts'

const ROOT = join(import.meta.dirname, '..')
const NAMED = /^(import|export)(?: type)? \{([^}]*)\} from '#(server\/[\w/-]+\.ts)'/gm

/**
 * The names of a list such as `a, type B, c as d`: of an import as the other file calls them, of an export as others
 * see them.
 */
const namesIn = (list: string, isPassedOn: boolean) =>
  list.split(',').flatMap((one) => one.trim().match(isPassedOn ? /(\w+)$/ : /^(?:type )?(\w+)/)?.[1] ?? [])

function statementsOf(path: string) {
  return [...readFileSync(join(ROOT, path), 'utf8').matchAll(NAMED)].map(([, kind, names = '', from = '']) => ({
    isPassedOn: kind === 'export',
    names: namesIn(names, kind === 'export'),
    from,
  }))
}

test('what a service passes on is imported by another part of the server', () => {
  const files = globSync('{server,demo,bench}/**/*.ts', { cwd: ROOT }).filter((path) => !isTest(placeOf(path)))
  const imported = new Map<string, Set<string>>()
  for (const path of files) {
    for (const { names, from } of statementsOf(path)) {
      if (placeOf(path).part === placeOf(from).part && !path.endsWith('routes.ts')) continue
      const known = imported.get(from) ?? new Set()
      imported.set(from, known)
      for (const name of names) known.add(name)
    }
  }
  const services = files.filter((path) => /^server\/[\w/-]+\/service\.ts$/.test(path))
  const unused = services.flatMap((service) =>
    statementsOf(service)
      .filter(({ isPassedOn }) => isPassedOn)
      .flatMap(({ names }) => names)
      .filter((name) => !imported.get(service)?.has(name))
      .map((name) => `${service}: ${name}`),
  )
  expect(services.length).toBeGreaterThan(10)
  expect(unused, 'A service holds what other features may have; its own routes import the file itself.').toEqual([])
})
