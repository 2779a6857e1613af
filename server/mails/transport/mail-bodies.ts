import {
  oneLine,
  SANDBOX_NOTE,
  subjectOf,
  type Block,
  type MailContent,
  type MailHtml,
  type Line,
  type MailShop,
  type Piece,
  type Sum,
} from '#contract/words/mail-content.ts'
import { fillPlaceholders } from '#contract/words/placeholders.ts'
import type { Mail } from '#server/mails/transport/mail-headers.ts'

const lineText = (line: Line) => (typeof line === 'string' ? line : `${line.label}: ${line.url}`)

function pieceText({ name, size, quantity, amount, each }: Piece): string {
  const named = size === undefined ? name : `${name}, size ${size}`
  return `${quantity} × ${named}: ${amount}${each === undefined ? '' : ` (${each} each)`}`
}

const sumText = ({ label, amount, note }: Sum) => `${label}: ${amount}${note === undefined ? '' : `, ${note}`}`

function blockText(block: Block): string {
  if (typeof block === 'string') return block
  if ('lines' in block) return [block.title, ...block.lines.map(lineText)].filter(Boolean).join('\n')
  if ('code' in block) return `${block.lead} ${block.code}`
  if ('button' in block) return [block.lead, block.url, block.note].filter(Boolean).join('\n')
  return [...block.pieces.map(pieceText), ...block.sums.map(sumText)].join('\n')
}

/** A mail as plain text, with the shop below it. */
export function mailText({ blocks, isSandbox }: MailContent, { shopName, publicUrl, seller, care }: MailShop): string {
  const parts = [
    ...blocks.map((block) => (block === undefined ? undefined : blockText(block))),
    isSandbox ? SANDBOX_NOTE : undefined,
    [`Questions? ${publicUrl}/contact`, ...care].join('\n'),
    [shopName, publicUrl, ...seller].map(oneLine).join('\n'),
  ]
  return parts.filter((part) => part !== undefined).join('\n\n')
}

/** The mail with the owner's last words, which every mail ends with. */
function withLastWords(content: MailContent, { shopName, words }: MailShop): MailContent {
  const last = fillPlaceholders(words?.mailClosing ?? '', { shop: oneLine(shopName) })
  return last === '' ? content : { ...content, blocks: [...content.blocks, ...last.split(/\n\s*\n/)] }
}

/** Resolves to what is sent of a mail: the subject, and the same words as plain text and as HTML. */
export type WriteMail = (content: MailContent, shop: MailShop) => Promise<Pick<Mail, 'subject' | 'text' | 'html'>>

export const createMailWriter =
  (mailHtml: MailHtml): WriteMail =>
  async (unclosed, shop) => {
    const content = withLastWords(unclosed, shop)
    return { subject: subjectOf(content), text: mailText(content, shop), html: await mailHtml(content, shop) }
  }
