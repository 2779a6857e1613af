import { lettersOf } from '#contract/words/letters.ts'
import type { MailName } from '#contract/words/mail-names.ts'
import type { MailWordName } from '#contract/words/all-words.ts'

/** A line of text, or a link under words that say where it leads. */
export type Line = string | { label: string; url: string }

/** Something that was bought. Amounts are as people read them. */
export interface Piece {
  name: string
  size?: string | undefined
  quantity: number
  amount: string
  /** The price of one, if there are several. */
  each?: string | undefined
  /** The address of its picture. */
  picture?: string | undefined
}

export interface Sum {
  label: string
  amount: string
  note?: string
}

/** A part of a mail: a paragraph, or a part that is shown in its own way. */
export type Block =
  | string
  | { title?: string; lines: readonly Line[] }
  /** What to do next, which a mail has at most once. */
  | { lead: string; button: string; url: string; note?: string }
  | { lead: string; code: string }
  | { pieces: readonly Piece[]; sums: readonly Sum[] }

/** What a mail says. Its text and its HTML are both made from this, so that they say the same. */
export interface MailContent {
  /** Its name in the list of mails. */
  name: MailName
  subject: string
  /** What mailboxes show beside the subject: not its words again. */
  preheader: string
  /** A part that is undefined is left out. */
  blocks: readonly (Block | undefined)[]
  /** True if it is about money that the emulated provider took. */
  isSandbox?: boolean
}

/** What a mail says about the shop that sends it. */
export interface MailShop {
  shopName: string
  /** The owner's logo in place of the name: its address and its size in pixels. */
  logo?: { src: string; width: number; height: number } | undefined
  /** The shop's origin as it is configured, never as a request names it. */
  publicUrl: string
  isSandbox: boolean
  /** The seller's name and postal address, line by line; empty until the owner has entered them. */
  seller: readonly string[]
  /** How customer care is reached besides the contact form. */
  care: readonly string[]
  /** The owner's words; the shop's own stand for those that are missing. */
  words?: Partial<Record<MailWordName, string>>
}

/** Subjects are cut at this many characters, as phones do it. */
const MAX_SUBJECT_CHARACTERS = 60

/** Names and addresses were typed by somebody: in a mail each stays within its line. */
export const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The text on one line, cut with an ellipsis after `limit` characters as people count them. */
export function cut(text: string, limit: number): string {
  const characters = lettersOf(oneLine(text))
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : characters.join('')
}

export const subjectOf = ({ subject }: MailContent) => cut(subject, MAX_SUBJECT_CHARACTERS)

/** The text below a mail about emulated money. */
export const SANDBOX_NOTE = 'Sandbox: the payment was emulated, and no money moved.'

/** Draws a mail as HTML. The pages do it, since it is made of the same parts. */
export type MailHtml = (content: MailContent, shop: MailShop) => Promise<string>
