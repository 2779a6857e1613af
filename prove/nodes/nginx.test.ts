import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { onPlainHttp } from '#prove/nodes/nginx.ts'

const HANDBOOK = join(import.meta.dirname, '..', '..', 'docs', 'nginx.conf')

test('the configuration that owners are given is the one that is tried under load', async () => {
  const given = (await readFile(HANDBOOK, 'utf8')).split('\n')
  const tried = onPlainHttp(given.join('\n'), '127.0.0.1:8080', ['127.0.0.1:1', '127.0.0.1:2']).split('\n')
  const added = tried.filter((line) => !given.includes(line))
  expect(added).toEqual([
    '    server 127.0.0.1:1 max_fails=1 fail_timeout=2s;',
    '    server 127.0.0.1:2 max_fails=1 fail_timeout=2s;',
    '    listen 127.0.0.1:8080;',
  ])
  // Only the certificate, the name and the way from http to https are missing.
  expect(given.filter((line) => !tried.includes(line))).toEqual([
    '    server 127.0.0.1:3001 max_fails=1 fail_timeout=2s;',
    '    server 127.0.0.1:3002 max_fails=1 fail_timeout=2s;',
    expect.stringContaining('listen 443'),
    expect.stringContaining('listen [::]:443'),
    expect.stringContaining('server_name'),
    ...Array.from({ length: 4 }, () => expect.stringContaining('ssl_')),
    '    listen 80;',
    '    listen [::]:80;',
    expect.stringContaining('server_name'),
    expect.stringContaining('acme-challenge'),
    expect.stringContaining('certbot'),
    expect.stringContaining('return 301 https:'),
  ])
})
