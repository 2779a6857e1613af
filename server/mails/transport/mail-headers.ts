export interface Mail {
  /**
   * Becomes the `Message-ID`. A mail that is sent twice keeps its id, so that mailboxes can drop the copy. Letters,
   * digits, `.`, `-`.
   */
  id: string
  /** One bare address. It is never parsed as a list or as a header. */
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same words as HTML. */
  html: string
}

export interface Sender {
  name: string
  address: string
}

/** Who mails come from, by the setting `MAIL_FROM`: an address under the shop's name, or `Name <address>`. */
export function senderOf(mailFrom: string, shopName: string): Sender {
  const [, name, address] = /^(.*?)\s*<([^<>]*)>$/.exec(mailFrom) ?? []
  return { name: name || shopName, address: address ?? mailFrom }
}

/** Who a mail is from and to, and its other headers, beside what it says; as Nodemailer takes it. */
export const mailHeaders = (from: Sender, { id, to, subject, text, html }: Mail) => ({
  from,
  // An object is never parsed as a list of addresses.
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${from.address.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
