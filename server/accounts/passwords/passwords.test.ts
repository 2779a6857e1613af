import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { checkPassword, hashPassword, randomPassword } from '#server/accounts/passwords/passwords.ts'

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A stored password made with other parameters, by hand. */
function storedWith(password: string, memory: number, passes: number, parallelism: number) {
  const nonce = randomBytes(16)
  const key = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: 32 })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(key)}`
}

test('a stored password carries its parameters, at least as costly as OWASP asks, and a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword('the same'), hashPassword('the same')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
})

test('only the right password is right', async () => {
  const stored = await hashPassword('Correct horse')
  expect(await checkPassword('Correct horse', stored)).toEqual({ isRight: true, isOutdated: false })
  for (const wrong of ['correct horse', 'Correct horse ', 'Correct hors', '', '\u0000']) {
    expect(await checkPassword(wrong, stored)).toMatchObject({ isRight: false })
  }
})

test('every byte of what is stored counts', async () => {
  const stored = await hashPassword('Correct horse')
  const at = stored.lastIndexOf('$') + 1
  const key = Buffer.from(stored.slice(at), 'base64')
  for (const index of [0, 15, key.length - 1]) {
    const changed = Buffer.from(key)
    changed[index]! ^= 1
    const spoiled = stored.slice(0, at) + encode(changed)
    expect(await checkPassword('Correct horse', spoiled)).toMatchObject({ isRight: false })
  }
  const cut = stored.slice(0, at) + encode(key.subarray(0, 16))
  expect(await checkPassword('Correct horse', cut)).toMatchObject({ isRight: false })
})

test('a long password counts in full', async () => {
  const long = 'a'.repeat(199)
  const stored = await hashPassword(`${long}b`)
  expect(await checkPassword(`${long}c`, stored)).toMatchObject({ isRight: false })
  expect(await checkPassword(`${long}b`, stored)).toMatchObject({ isRight: true })
})

test('a sign typed as one character or as two is the same sign', async () => {
  const stored = await hashPassword('caf\u00e9 caf\u00e9')
  expect(await checkPassword('cafe\u0301 cafe\u0301', stored)).toMatchObject({ isRight: true })
})

test('nothing is right where there is no stored password', async () => {
  expect(await checkPassword('anything', undefined)).toMatchObject({ isRight: false })
})

test('a password stored with other parameters still opens, and is known to be outdated', async () => {
  const stored = storedWith('from before', 8192, 1, 1)
  expect(await checkPassword('from before', stored)).toEqual({ isRight: true, isOutdated: true })
  expect(await checkPassword('something else', stored)).toMatchObject({ isRight: false })
})

test('a stored password of an unknown form is a fault and not a wrong password', async () => {
  await expect(checkPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('unknown format')
})

test('a random password is long, differs each time and passes for one that people choose', () => {
  const made = Array.from({ length: 50 }, randomPassword)
  expect(new Set(made).size).toBe(50)
  for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
})
