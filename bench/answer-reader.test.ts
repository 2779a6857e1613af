import { expect, test } from 'vitest'

import { createAnswerReader } from './answer-reader.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nvary: a\r\nVary: b\r\n\r\nhello'

test('an answer that comes byte by byte is whole with its last one, and the next one is another', () => {
  const { take } = createAnswerReader()
  for (let round = 0; round < 2; round += 1) {
    const answers = ANSWER.split('').map((letter) => take(Buffer.from(letter)))
    expect(answers.slice(0, -1).every((answer) => answer === undefined)).toBe(true)
    expect(answers.at(-1)).toEqual({
      status: 200,
      headers: { 'content-length': '5', vary: 'a, b' },
      body: Buffer.from('hello'),
    })
  }
})

test('an answer that is unchanged or empty needs no length, any other one does', () => {
  const { take } = createAnswerReader()
  expect(take(Buffer.from('HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n'))).toMatchObject({ status: 304 })
  expect(take(Buffer.from('HTTP/1.1 204 No Content\r\ndate: now\r\n\r\n'))).toMatchObject({ status: 204 })
  expect(() => take(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'))).toThrow('without a length')
})

test('two answers to one question are a fault', () => {
  expect(() => createAnswerReader().take(Buffer.from(ANSWER + ANSWER))).toThrow('more than was announced')
})
