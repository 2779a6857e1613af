import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const NOTES = 'server/start/licences-command.ts'
/** What lets a shop run and pass on a package that stays as it is. */
const PERMISSIVE = /: \(?(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak|CC0|0BSD|OFL|LGPL|as its text says)/

test('every package that the shop runs on is in the licence notes, with a licence that lets it be passed on', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [NOTES], { maxBuffer: 32e6 })
  const notes = new Map(
    stdout.split(`\n\n${'-'.repeat(80)}\n\n`).map((note) => {
      const [head = '', ...text] = note.split('\n\n')
      const [called = '', licence = ''] = head.split(': ')
      return [called, { licence, text: text.join('\n\n') }]
    }),
  )
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; optional?: boolean; link?: boolean }>
  }
  expect(Object.keys(dependencies).length).toBeGreaterThan(20)
  const ofProduction = Object.entries(packages).filter(
    ([path, { dev, optional, link }]) => path.startsWith('node_modules/') && !dev && !optional && !link,
  )
  for (const [path, { version }] of ofProduction) {
    const note = notes.get(`${path.split('node_modules/').at(-1)} ${version}`)
    expect(`${path}: ${note?.licence}`).toMatch(PERMISSIVE)
  }
  expect(notes.get(`fastify ${packages['node_modules/fastify']?.version}`)?.text).toContain(
    'Permission is hereby granted',
  )
})
