import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { addressFault, fetchPicture } from '#server/media/fetch-picture.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
const fetchHere = (address: string, timeoutMs = 2000) => fetchPicture(address, { mayAskThisMachine: true, timeoutMs })

test.each([
  ['http://pictures.example/a.jpg', 'Pictures are fetched by https only.'],
  ['ftp://pictures.example/a.jpg', 'Pictures are fetched by https only.'],
  ['a.jpg', 'It is no whole address.'],
  ['https://user:secret@pictures.example/', 'It holds a name or a password.'],
  ['https://pictures.example:8443/', 'Pictures are fetched from the usual port of https only.'],
  ['https://localhost/', 'It leads into a private network.'],
  ['https://127.1/', 'It leads into a private network.'],
  ['https://2130706433/', 'It leads into a private network.'],
  ['https://0x7f.1/', 'It leads into a private network.'],
  ['https://[::ffff:10.0.0.1]/', 'It leads into a private network.'],
  ['https://169.254.169.254/latest/meta-data/', 'It leads into a private network.'],
])('nobody is asked for %s', async (address, sentence) => {
  expect(addressFault(address, false)).toBe(sentence)
  await expect(fetchPicture(address, { mayAskThisMachine: false })).rejects.toThrow(sentence)
})

test('a name that leads into a private network, at once or the second time, is not connected to', async () => {
  let asked = 0
  const origin = await serve((_request, response) => {
    asked += 1
    response.end('secret')
  })
  const port = new URL(origin).port
  const names: string[] = []
  const resolve = ((name, _options, done) => {
    names.push(name)
    // One address is public and one is not, as a name that is bound anew answers.
    done(null, [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  }) satisfies LookupFunction
  const fetching = fetchPicture('https://rebound.example/a.jpg', { mayAskThisMachine: false, resolve })
  await expect(fetching).rejects.toThrow('It leads into a private network.')
  expect([names, asked, port === '']).toEqual([['rebound.example'], 0, false])
})

test('a picture comes after three redirects, and not after four', async () => {
  const origin = await serve(({ url = '' }, response) => {
    const left = Number(url.slice(1))
    if (left === 0) return response.end('bytes')
    return response.writeHead(302, { location: `/${left - 1}` }).end()
  })
  expect((await fetchHere(`${origin}/3`)).toString()).toBe('bytes')
  await expect(fetchHere(`${origin}/4`)).rejects.toThrow('It is redirected more than 3 times.')
})

test.each([
  ['http://10.0.0.1/a.jpg', 'It is redirected: Pictures are fetched by https only.'],
  ['https://10.0.0.1/a.jpg', 'It is redirected: It leads into a private network.'],
  ['https://[fd00::1]/a.jpg', 'It is redirected: It leads into a private network.'],
  ['file:///etc/passwd', 'It is redirected: Pictures are fetched by https only.'],
])('a redirect to %s is not followed', async (location, sentence) => {
  const origin = await serve((_request, response) => response.writeHead(301, { location }).end())
  await expect(fetchHere(origin)).rejects.toThrow(sentence)
})

test('what is too large, announced or not, and what is empty, missing or slow is refused with a sentence', async () => {
  let sent = 0
  const origin = await serve(({ url }, response) => {
    if (url === '/announced') return response.writeHead(200, { 'content-length': 4 * 1024 ** 3 }).write('a')
    if (url === '/endless') {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', more)
      return more()
    }
    if (url === '/empty') return response.end()
    if (url === '/missing') return response.writeHead(404).end()
    if (url === '/slow') return response.writeHead(200).write('a')
    return undefined
  })
  await expect(fetchHere(`${origin}/announced`)).rejects.toThrow('It has more than 5 MiB.')
  await expect(fetchHere(`${origin}/endless`)).rejects.toThrow('It has more than 5 MiB.')
  expect(sent).toBeLessThan(64 * 1024 ** 2)
  await expect(fetchHere(`${origin}/empty`)).rejects.toThrow('It is empty.')
  await expect(fetchHere(`${origin}/missing`)).rejects.toThrow('The other server answers 404.')
  await expect(fetchHere(`${origin}/slow`, 200)).rejects.toThrow('It was not here after 0.2 seconds.')
  await expect(fetchHere(`${origin}/never`, 200)).rejects.toThrow('It was not here after 0.2 seconds.')
  await expect(fetchHere('http://127.0.0.1:1/')).rejects.toThrow('The other server does not answer.')
})
