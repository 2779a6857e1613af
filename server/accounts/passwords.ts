import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import type { Network } from '#server/rate-limits/network.ts'

import { unavailable } from '#server/errors.ts'
import { Limiter } from '#server/limiter.ts'

interface Parameters {
  memory: number
  passes: number
  parallelism: number
}

interface Parsed {
  parameters: Parameters
  salt: Buffer
  key: Buffer
}

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, parallelism 1. */
const CURRENT: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const VERSION = 19

const deriveKey = promisify(argon2)
/** Hashing takes two of Node's four worker threads, so that files and compression go on meanwhile. */
const limiter = new Limiter({
  atOnce: 2,
  maxWaiting: 200,
  rejection: () => unavailable('Too many people are signing in right now. Please try again.'),
})

function derive(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Parameters,
  networks: readonly Network[],
): Promise<Buffer> {
  // Keyboards differ in whether they send an accented letter as one character or as two.
  const message = Buffer.from(password.normalize('NFKC'))
  const parameters = { message, nonce, memory, passes, parallelism, tagLength: KEY_BYTES }
  return limiter.run(() => deriveKey('argon2id', parameters), { groups: networks })
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function format(salt: Buffer, key: Buffer): string {
  const { memory, passes, parallelism } = CURRENT
  return `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(key)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(text: string): Parsed {
  const [, memory, passes, parallelism, salt, key] = PHC.exec(text) ?? []
  if (!salt || !key) throw new Error('a stored password has no form that is known here')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

/** Matches no password. Checking against it takes as long as against a real one. */
const NO_ACCOUNT: Parsed = { parameters: CURRENT, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) }

const isCurrent = ({ memory, passes, parallelism }: Parameters) =>
  memory === CURRENT.memory && passes === CURRENT.passes && parallelism === CURRENT.parallelism

/**
 * argon2id in PHC form, with its parameters and a salt of its own. Throws `unavailable` while too many wait; `networks` are
 * the caller's, by which the queue is shared.
 */
export async function hashPassword(password: string, networks: readonly Network[] = []): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format(salt, await derive(password, salt, CURRENT, networks))
}

export interface PasswordCheck {
  isRight: boolean
  /** The hash was made with older parameters; make a new one. */
  isOutdated: boolean
}

/**
 * Compares in constant time. Without a stored hash it does the same work and answers no, so that the time does not tell
 * whether there is an account. Throws `unavailable` while too many wait; `networks` as for `hashPassword`.
 */
export async function checkPassword(
  password: string,
  storedHash: string | undefined,
  networks: readonly Network[] = [],
): Promise<PasswordCheck> {
  const { parameters, salt, key } = storedHash === undefined ? NO_ACCOUNT : parse(storedHash)
  const derived = await derive(password, salt, parameters, networks)
  const isRight = derived.length === key.length && timingSafeEqual(derived, key) && storedHash !== undefined
  return { isRight, isOutdated: !isCurrent(parameters) }
}

/** No i, l, o, 0 and 1, which are easily mistaken. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/** A random password that can be read out and typed: 20 characters, 99 bits. */
export function randomPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
