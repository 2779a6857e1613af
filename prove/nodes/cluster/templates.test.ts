import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { environmentOf, fillIn } from '#prove/nodes/cluster/templates.ts'

const OPERATIONS = join(import.meta.dirname, '..', '..', '..', 'docs', 'operations')
const FILES = ['etcd.env', 'patroni.yml', 'haproxy.cfg']

test.for(FILES)('the page says what to put into %s', async (file) => {
  const page = await readFile(join(OPERATIONS, 'cluster.md'), 'utf8')
  const text = await readFile(join(OPERATIONS, 'cluster', file), 'utf8')
  // Where three names differ only in their number, the page lists the first.
  const names = new Set([...text.matchAll(/@[\w-]+@/g)].map(([name]) => name.replace(/-(?:two|three)@$/, '-one@')))
  expect(names.size).toBeGreaterThan(2)
  expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('a configuration with something left to fill in is refused', async () => {
  await expect(fillIn('haproxy.cfg', { listen: '127.0.0.1:1' })).rejects.toThrow(
    'haproxy.cfg: nothing is known for @postgres-one@',
  )
})

test('a file of settings for systemd is read line by line', () => {
  expect(environmentOf('# A comment\nNAME=one\nURL=http://a?b=c\n')).toEqual({ NAME: 'one', URL: 'http://a?b=c' })
})
