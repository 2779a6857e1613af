import { afterAll, beforeAll, expect, test } from 'vitest'

import { FONT_NAMES } from '#server/documents/pdf/document-fonts.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
})
afterAll(() => shop.close())

/** Names with joined letters, and with vowels that stand before the letter that they follow. */
const NAMES = {
  mukta: 'श्री क्षितिज विद्यार्थी',
  bengali: 'শ্রী রবীন্দ্রনাথ চট্টোপাধ্যায়',
  gurmukhi: 'ਸ੍ਰੀ ਕ੍ਰਿਸ਼ਨ ਸਿੰਘ',
  gujarati: 'શ્રી હાર્દિક શાહ',
  odia: 'ଶ୍ରୀ ରବିନ୍ଦ୍ର ମହାନ୍ତି',
  tamil: 'ஸ்ரீ கொற்றவை கந்தசாமி',
  telugu: 'శ్రీ లక్ష్మి వెంకటేశ్వర్లు',
  kannada: 'ಶ್ರೀ ಲಕ್ಷ್ಮೀ ಮಂಜುನಾಥ್',
  malayalam: 'ശ്രീ കൃഷ്ണൻ തിരുവനന്തപുരം',
}

const textOf = async (pdf: Promise<Blob>) =>
  readPdf(Buffer.from(await (await pdf).arrayBuffer()))
    .flat()
    .join('\n')

/** All documents and the packing slip of an order to this address. */
async function papersOf(productName: string, fullName: string, street = ADDRESS.street): Promise<string[]> {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { name: productName })).id)
  const { order } = await buyCart(shop, buyer, { ...ADDRESS, fullName, street })
  const slip = await textOf(admin.api.getPackingSlips([order._id]))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await takeIn(admin, order._id)
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  const papers = await Promise.all(mine!.documents.map(({ _id }) => textOf(buyer.api.getMyDocument(_id))))
  expect(papers).toHaveLength(3)
  return [slip, ...papers]
}

test.for(FONT_NAMES)('names in the letters of %s stand on every document and on the packing slip', async (font) => {
  for (const paper of await papersOf(`Kurta ${NAMES[font]}`, NAMES[font])) {
    expect(paper).toContain(NAMES[font])
    expect(paper).not.toMatch(/\?|\uFFFD/)
  }
})

test('documents say that letters of an address are left out', async () => {
  for (const paper of await papersOf('Kurta', 'Asha Rao', 'مکان نمبر 12، گلی 4')) {
    expect(paper.replaceAll('\n', ' ')).toMatch(/Part of the address cannot/)
  }
})

test('what no font has is left out, and a name of nothing else has something in its place', async () => {
  for (const paper of await papersOf('🎉 布', '王 🎉')) {
    expect(paper).not.toMatch(/\?|\uFFFD|🎉|王/)
    expect(paper).toContain('Asha Rao')
    expect(paper).toMatch(/Item/)
  }
})
