import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { nginxConfig } from './nginx-config.ts'

const EXAMPLE = join(import.meta.dirname, '..', 'docs', 'nginx.conf')
const FOLDER = '/etc/letsencrypt/live/shop.example.in'

test('the configuration that owners are given is the one that was tried under load', async () => {
  const config = nginxConfig({
    nodes: ['127.0.0.1:3001', '127.0.0.1:3002'],
    listen: {
      https: { name: 'shop.example.in', certificate: `${FOLDER}/fullchain.pem`, key: `${FOLDER}/privkey.pem` },
    },
  })
  expect(await readFile(EXAMPLE, 'utf8')).toBe(config)
})
