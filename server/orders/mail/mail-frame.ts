/** What a mail says of the shop that sends it. */
export interface MailShop {
  shopName: string
  publicUrl: string
  isSandbox: boolean
}

/** A mail before it is known where it goes. */
export interface MailDraft {
  /** The same for the same mail, whichever of the two it becomes. */
  id: string
  /** For a confirmed address; left out where only an unconfirmed one needs the mail. */
  letter?: { subject: string; text: string }
  news: News
}

/** For an address that nobody has confirmed, in the shop's own words: nothing in it was typed by anybody. */
export interface News {
  subject: string
  opening: string
  orderId: string | null
}

/** Names and addresses are what somebody typed: in a mail each stays within its line. */
export const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The text of a mail: its paragraphs, and what stands below each. */
export function frame(paragraphs: readonly (string | undefined)[], shop: MailShop): string {
  const { shopName, publicUrl, isSandbox } = shop
  return [
    ...paragraphs,
    isSandbox ? 'Sandbox: the payment was emulated, and no money moved.' : undefined,
    `Questions? ${publicUrl}/contact`,
    `${oneLine(shopName)}\n${publicUrl}`,
  ]
    .filter((paragraph) => paragraph !== undefined)
    .join('\n\n')
}

/** The page that knows who is there also for those who come from another site, and leads on to the order. */
export const orderLink = ({ publicUrl }: MailShop, orderId: string) =>
  `Your order: ${publicUrl}/signin?order=${orderId}`
