import { emailKey } from '#contract/shapes.ts'

/**
 * The one form of all spellings of an address that lead to the same mailbox: without case, without what follows a plus, and
 * at Gmail without dots. Only for counting mails: where a provider knows no such spellings, two neighbours share a count.
 */
export function mailboxOf(address: string): string {
  const key = emailKey(address)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const local = key.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}
