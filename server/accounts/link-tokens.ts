import { createHash, randomBytes } from 'node:crypto'

/** Too long to be guessed, and short enough for a link on one line of a mail. */
const TOKEN_BYTES = 24

/** The secret of a link. Only its hash is stored, so a stolen table opens no link. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The SHA-256 under which a token, a code or a key is stored and found. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The same for a short code, which is bound to its account, because others may have the same one. */
export const codeHashOf = (userId: string, code: string): Buffer => hashOf(`${userId} ${code}`)
