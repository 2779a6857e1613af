import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into the shops of the journeys before their own code (`node --import`), so that the shop itself holds no line
// that exists for the tests. Every journey signs somebody in, and hashing a password is meant to be slow; the tests of
// passwords use real ones.

type Callback = Parameters<typeof crypto.argon2>[2]

const LEAST = { memory: 8, passes: 1 }

const { argon2 } = crypto
crypto.argon2 = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, callback: Callback) =>
  argon2(algorithm, { ...parameters, ...LEAST }, callback)
syncBuiltinESMExports()
