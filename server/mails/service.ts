import type { MailName, MailPreviews } from '#contract/mails/mails.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAIL_NAMES } from '#contract/mails/mails.ts'
import { listProductPictures, listProductsById } from '#server/catalogue/service.ts'
import { subjectOf } from '#contract/mails/mail-content.ts'
import { mailShopOf } from '#server/mails/mail-shop.ts'
import { MAILS } from '#server/mails/mail-list.ts'

export { sendMails } from '#server/mails/send-mails.ts'

async function listExampleProducts({ db }: Shop) {
  const ids = (await listProductPictures(db, { limit: 2, offset: 0 })).map(({ _id }) => _id)
  return (await listProductsById(db, ids)).map(({ _id, name, images }) => ({ _id, name, image: images[0] ?? null }))
}

/** Every mail of the shop with example data, and one of them as it is sent. */
export async function previewMails(shop: Shop, shown: MailName = MAIL_NAMES[0]): Promise<MailPreviews> {
  const mailShop = mailShopOf(shop)
  const products = await listExampleProducts(shop)
  const exampleOf = (name: MailName) => MAILS[name].example(mailShop, products)
  return {
    mails: MAIL_NAMES.map((name) => {
      const { title, when } = MAILS[name]
      return { name, title, when, subject: subjectOf(exampleOf(name)) }
    }),
    shown: {
      name: shown,
      preheader: exampleOf(shown).preheader,
      ...(await shop.writeMail(exampleOf(shown), mailShop)),
    },
  }
}
