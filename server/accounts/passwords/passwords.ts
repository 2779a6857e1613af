import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { tooBusy } from '#server/errors.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, parallelism 1. */
const CURRENT = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** The PHC string format of argon2 version 1.3: algorithm, version, parameters, salt and key. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const PHC_PREFIX = `$argon2id$v=19$m=${CURRENT.memory},t=${CURRENT.passes},p=${CURRENT.parallelism}$`

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const format = (salt: Buffer, key: Buffer) => `${PHC_PREFIX}${encode(salt)}$${encode(key)}`

function parse(storedHash: string) {
  const [, memory, passes, parallelism, salt, key] = PHC.exec(storedHash) ?? []
  if (!salt || !key) throw new Error('a stored password has an unknown format')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

/** A hash that matches no password. Checking against it takes as long as against a real one. */
export const hashOfNothing = (): string => format(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))

const NO_ACCOUNT = hashOfNothing()

const deriveKey = promisify(argon2)
/** Hashing takes two of Node's four worker threads, so that files and compression go on meanwhile. */
const limiter = new Limiter('passwords', {
  atOnce: 2,
  maxWaiting: 200,
  rejection: () => tooBusy('Too many people are signing in right now. Please try again.'),
})

function derive(password: string, nonce: Buffer, parameters: typeof CURRENT, networks: readonly Network[]) {
  // Keyboards differ in whether they send an accented letter as one character or as two.
  const message = Buffer.from(password.normalize('NFKC'))
  const work = () => deriveKey('argon2id', { ...parameters, message, nonce, tagLength: KEY_BYTES })
  return limiter.run(work, { groups: networks })
}

/**
 * Hashes with argon2id and a new salt, in PHC format. Throws `unavailable` if too many calls wait; the queue is shared
 * by the caller's `networks`.
 */
export async function hashPassword(password: string, networks: readonly Network[] = []): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format(salt, await derive(password, salt, CURRENT, networks))
}

/**
 * Compares in constant time. Without a stored hash it does the same work and returns false, so that the time does not
 * tell whether there is an account. `isOutdated` says that the hash was made with older parameters. Throws
 * `unavailable` like `hashPassword`.
 */
export async function checkPassword(
  password: string,
  storedHash: string | undefined,
  networks: readonly Network[] = [],
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const stored = storedHash ?? NO_ACCOUNT
  const { parameters, salt, key } = parse(stored)
  const derived = await derive(password, salt, parameters, networks)
  const isRight = derived.length === key.length && timingSafeEqual(derived, key) && storedHash !== undefined
  return { isRight, isOutdated: !stored.startsWith(PHC_PREFIX) }
}

/** No i, l, o, 0 and 1, which are easily mistaken. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/** `length` random letters and digits, each of 5 bits, that are easy to read out and to type. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A random password that can be read out and typed: 20 characters, 99 bits. */
export const randomPassword = (): string => Array.from({ length: GROUPS }, () => randomLetters(GROUP_LENGTH)).join('-')
