import { emailKey } from '#contract/schemas/basic-schemas.ts'

/**
 * The same text for all spellings of an address that may lead to one mailbox: without case, without a plus suffix, and
 * at Gmail without dots. Use it only for counting mails: some providers treat these spellings as different mailboxes.
 */
export function mailboxKey(address: string): string {
  const key = emailKey(address)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const local = key.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}
