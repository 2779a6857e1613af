import { randomBytes } from 'node:crypto'

/** The secret in the link to a page's preview. */
export const newPreviewToken = (): string => randomBytes(24).toString('base64url')
