import type { MailName, MailPreview, MailPreviews, WordsPreview } from '#contract/words/mail-names.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAIL_NAMES } from '#contract/words/mail-names.ts'
import { SETTINGS } from '#contract/settings/settings.ts'
import { isWordName } from '#contract/words/all-words.ts'
import { MAIL_WORDS } from '#contract/words/mail-words.ts'
import { listProductPictures, listProductsById } from '#server/catalogue/service.ts'
import { subjectOf } from '#contract/words/mail-content.ts'
import { invalidField } from '#server/errors.ts'
import { mailShopOf } from '#server/mails/mail-shop.ts'
import { MAILS } from '#server/mails/mail-list.ts'

export { sendMails } from '#server/mails/send-mails.ts'

async function listExampleProducts({ db }: Shop) {
  const ids = (await listProductPictures(db, { limit: 2, offset: 0 })).map(({ _id }) => _id)
  return (await listProductsById(db, ids)).map(({ _id, name, images }) => ({ _id, name, image: images[0] ?? null }))
}

/**
 * A mail with example data, with these words in place of the saved ones. Throws `invalid` for words that could not be
 * saved.
 */
export async function previewWords(shop: Shop, { mail, words }: WordsPreview): Promise<MailPreview> {
  const checked = Object.entries(words).map(([name, text]): [string, string] => {
    if (!isWordName(name)) throw invalidField(`words.${name}`, 'There are no such words.')
    const { success, data, error } = SETTINGS[name].schema.safeParse(text)
    if (!success) throw invalidField(`words.${name}`, error.issues[0]?.message ?? 'Please look at this text again.')
    return [name, data]
  })
  const saved = mailShopOf(shop)
  const mailShop = { ...saved, words: { ...saved.words, ...Object.fromEntries(checked) } }
  const content = MAILS[mail].example(mailShop, await listExampleProducts(shop))
  return { name: mail, preheader: content.preheader, ...(await shop.writeMail(content, mailShop)) }
}

/** Every mail of the shop with example data, and one of them as it is sent. */
export async function previewMails(shop: Shop, shown: MailName = MAIL_NAMES[0]): Promise<MailPreviews> {
  const mailShop = mailShopOf(shop)
  const products = await listExampleProducts(shop)
  const exampleOf = (name: MailName) => MAILS[name].example(mailShop, products)
  return {
    mails: MAIL_NAMES.map((name) => {
      return { name, title: MAIL_WORDS[name].title, when: MAILS[name].when, subject: subjectOf(exampleOf(name)) }
    }),
    shown: {
      name: shown,
      preheader: exampleOf(shown).preheader,
      ...(await shop.writeMail(exampleOf(shown), mailShop)),
    },
  }
}
