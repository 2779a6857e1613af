import { trimmerOf } from '#contract/schemas/typed-text.ts'

/** RFC 5321 and 5322: what may stand before the `@` without quotation marks. */
const LOCAL = "[\\w!#$%&'*+/=?^`{|}~-]+(?:\\.[\\w!#$%&'*+/=?^`{|}~-]+)*"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/**
 * A whole address whose domain is in ASCII letters, as mail servers take it. The last part of a domain is no number.
 */
export const EMAIL_ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${LOCAL}@(?:${LABEL}\\.)+(?![0-9]+$)(?=[^.]{2,}$)${LABEL}$`)

const withoutBlanksAround = trimmerOf(String.raw`\s\p{Default_Ignorable_Code_Point}\u2800`)

/**
 * An address without what programs and people write around it: `<asha@example.com>,` or `mailto:asha@example.com`. One
 * with a name before it is not read, because a name may hide that there are two.
 */
function withoutFrame(text: string): string {
  const [, inside = text] = /^<([^<>]*)>[,;.]?$/.exec(text) ?? []
  return withoutBlanksAround(
    inside
      .replace(/^mailto:/i, '')
      .replace(/^["“](.*)["”]$/s, '$1')
      .replace(/[,;.]$/, ''),
  )
}

/**
 * An address as mail servers take it: without blanks and invisible characters, without what it was copied with, and
 * with a domain in Indian letters in its ASCII form (`डाटामेल.भारत` → `xn--c2bd4bq1db8d.xn--h2brj9c`). The part before
 * the `@` stays as it was typed.
 */
export function emailTyped(text: string): string {
  const plain = withoutFrame(
    withoutBlanksAround(
      text.replaceAll('\uFF20', '@').replaceAll(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, ''),
    ),
  )
  const at = plain.lastIndexOf('@')
  if (at === -1) return plain
  const [local, domain] = [plain.slice(0, at).trimEnd(), plain.slice(at + 1).trimStart()]
  if (!/\P{ASCII}/u.test(domain) || /[\s/\\?#:@[\]]/.test(domain)) return `${local}@${domain}`
  return `${local}@${URL.parse(`http://${domain}`)?.hostname || domain}`
}
