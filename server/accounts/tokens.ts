import { createHash, randomBytes } from 'node:crypto'

/** Long enough that nobody can guess it, and short enough that a link with it stays on one line of a mail. */
const TOKEN_BYTES = 24

/** The secret of a link. Only its hash is stored: whoever reads the table cannot use it. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The SHA-256 under which a token, a code or a key is stored and found. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
