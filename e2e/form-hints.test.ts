import type { Page } from 'playwright-core'

import { expect, onTestFinished, test } from 'vitest'

import { minuteInIndia } from '#contract/units/india-time.ts'
import { offerInput, saleInput } from '#test/factories.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { chooseRadio, expectGone, expectSeen, openPage, ownShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { PHONE } from './viewports.ts'
import { expectSaid } from './toasts.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => minuteInIndia(new Date(Date.now() + hours * HOUR_MS))

/** The owner of a shop of their own, whose forms are refused now and then. */
async function openOwner() {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const refusals = ['400 /api/admin/*', '409 /api/admin/*']
  const page = await openPage(shop, { expected: [...SIGNED_OUT, ...refusals], viewport: PHONE })
  await signInAdmin(page, shop.admin)
  return { page, api: apiOf(page) }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const expectRefusal = (page: Page, sentence: string) =>
  expectSeen(page.locator('.field-error').filter({ hasText: sentence }))

test('the form of a sale asks what it has to, and keeps what was typed until the sale stands', async () => {
  const { page, api } = await openOwner()
  const { settings } = await api.listSettings()
  await api.changeSettings({
    values: {
      taxRegistration: 'regular',
      gstin: '29AAGCB7383J1Z4',
      legalName: 'Asha Garments',
      addressLines: '4, Church Street',
      addressState: 'Karnataka',
    },
    revisions: Object.fromEntries(settings.map(({ name, revision }) => [name, revision])),
  })
  const { products } = await api.listProducts({ limit: 4 })
  const [dear, cheap, both, gone] = products.map(({ _id, name }) => ({ _id, name }))
  await api.updatePrice(dear!._id, { price: 3600, discountedPrice: 3600 })
  await api.updatePrice(cheap!._id, { price: 1000, discountedPrice: 100 })
  await api.updatePrice(both!._id, { price: 1000, discountedPrice: 1000 })
  const until = new Date(Date.now() + 90 * HOUR_MS).toISOString()
  await api.createSale(saleInput({ title: 'Ten off', percent: 10, products: [both!._id], endsAt: until }))

  await page.goto('/admin/sales/new')
  const panel = page.getByRole('region', { name: 'Preview' })
  const title = page.getByRole('textbox', { name: 'Title' })
  const percent = page.getByRole('spinbutton', { name: 'Per cent off the price' })
  const [from, to] = [page.getByLabel('From'), page.getByLabel('Until')]
  await press(page, 'Preview')
  await expectRefusal(page, 'Please enter a title.')
  await expectRefusal(page, 'Please enter a day and a time.')
  await title.fill('Diwali')
  await from.fill(inHours(30))
  await to.fill(inHours(29))
  await press(page, 'Preview')
  await expectRefusal(page, 'The sale would end before it begins.')
  await expectRefusal(page, 'A sale takes either a percentage or an amount off.')
  await expectRefusal(page, 'Please choose at least one category, collection or product.')
  await percent.fill('120')
  await press(page, 'Preview')
  await expectRefusal(page, 'A percentage is a whole number from 1 to 99.')
  await percent.fill('25')
  await to.fill(inHours(24 * 400))
  await press(page, 'Preview')
  await expectRefusal(page, 'A sale lasts at most 366 days.')
  await to.fill(inHours(40))
  for (const { name } of [dear!, cheap!, both!, gone!]) {
    await page.getByLabel('Single products').fill(name)
    await press(page, `Add ${name}`)
  }
  await api.deleteProduct(gone!._id)
  await press(page, 'Preview')
  await expectRefusal(page, 'One of these products does not exist.')
  await press(page, `Remove ${gone!.name}`)

  await press(page, 'Preview')
  await expectSeen(panel.getByText('It lowers the price of 2 of 3 products. 1 product costs no more already.'))
  await expectSeen(panel.getByText('It costs no more than that already.'))
  await expectSeen(panel.getByText(`With this sale these cost more than ₹2,625`, { exact: false }))
  await expectSeen(panel.getByText('This one is better for all of them and counts.', { exact: false }))
  await expectGoodInEveryLook(page)
  await percent.fill('5')
  await press(page, 'Preview')
  await expectSeen(panel.getByText('It is as good or better for all of them and counts.', { exact: false }))
  await expectGone(panel.getByText(`With this sale these cost more`, { exact: false }))
  await chooseRadio(page.getByRole('radio', { name: 'Rupees' }))
  await page.getByLabel('Rupees off the price').fill('0.5')
  await press(page, 'Preview')
  await expectRefusal(page, 'A sale takes at least ₹1 off.')
  await page.getByLabel('Rupees off the price').fill('3700')
  await press(page, 'Preview')
  await expectSeen(panel.getByText('Of 3 products nothing would be left to pay: the price stays.', { exact: false }))
  await expectSeen(panel.getByText('Nothing would be left to pay, so it keeps its price.').first())

  await chooseRadio(page.getByRole('radio', { name: 'Per cent' }))
  await percent.fill('25')
  await from.fill(inHours(-40))
  await to.fill(inHours(-30))
  await press(page, 'Create sale')
  await expectRefusal(page, 'The sale would have ended already.')
  await expect.poll(() => title.inputValue()).toBe('Diwali')
  await from.fill(inHours(30))
  await to.fill(inHours(40))
  await press(page, 'Create sale')
  const warning = page.getByRole('alertdialog').filter({ hasText: 'With this sale these cost more than' })
  await warning.getByRole('button').click()
  await page.getByRole('link', { name: 'Diwali' }).click()

  const [ours] = (await api.listSales({ state: 'coming' })).items
  const { _id, revision } = await api.getSale(ours!._id)
  await title.fill('Diwali, all week')
  const theirs = { title: 'Diwali evening', percent: 25, products: [dear!._id], endsAt: until }
  await api.editSale(_id, { ...saleInput(theirs), revision })
  // A preview loads the newest sale, and saving must still not overwrite it.
  await press(page, 'Preview')
  await expectSeen(panel.getByText(dear!.name).first())
  await press(page, 'Save sale')
  await expectSeen(page.getByText('Somebody else has changed this sale meanwhile. Please look at it again.').first())
  await expect.poll(() => title.inputValue()).toBe('Diwali, all week')
  await expectSeen(page.getByRole('button', { name: `Remove ${both!.name}` }))
  await page.reload()
  await expect.poll(() => title.inputValue()).toBe('Diwali evening')
  await title.fill('Diwali, all week')
  await press(page, 'Save sale')
  await warning.getByRole('button').click()
  await expectSeen(page.getByRole('link', { name: 'Diwali, all week' }))
})

test('an offer that somebody else has changed meanwhile keeps what was chosen', async () => {
  const { page, api } = await openOwner()
  const { offer } = await api.createOffer(offerInput())
  await page.goto(`/admin/offers/${offer._id}`)
  const shirts = page.getByRole('checkbox', { name: 'Shirts', exact: true })
  await shirts.check()
  await api.editOffer(offer._id, { ...offerInput({ code: offer.code! }), percent: 30, revision: offer.revision })
  await press(page, 'Save offer')
  await expectSeen(page.getByText('Somebody else has changed this offer meanwhile.', { exact: false }).first())
  await expect.poll(() => shirts.isChecked()).toBe(true)
  await press(page, 'Save offer')
  await page.waitForURL('**/admin/offers')
  await expect.poll(async () => (await api.getOffer(offer._id)).categories.length).toBe(1)
})

const HEAD =
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,' +
  'Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Gift Card,Status'
const EXPORT = [
  HEAD,
  'kurta,Kurta,<script>alert(1)</script>Cotton,Mill,Kurtas,true,Size,S,Color,Ivory,shopify,-2,continue,999,https://127.0.0.1/a.jpg,false,active',
  'kurta,,,,,,,M,,Rust,shopify,4,deny,999,,,',
  'gift,Gift,,Mill,Gifts,true,Title,Default Title,,,,,deny,500,,true,active',
].join('\n')

test('the import says what is wrong with a file, what cannot come along, and which pictures failed', async () => {
  const { page, api } = await openOwner()
  await page.goto('/admin/products/import')
  const check = async (text: string) => {
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await press(page, 'Show what would change')
  }
  const expectError = (sentence: string) => expectSeen(page.locator('.error-summary').filter({ hasText: sentence }))
  await check('name,colours\nTie,blue')
  await expectError('The column “colours” is not one of')
  await check('name,name\nTie,Bow')
  await expectError('The column “name” stands there twice.')
  await check('price\n100')
  await expectError('The first line names the columns; it needs id or name.')
  await check('First Name,Last Name,Email,Accepts Email Marketing,Total Spent\nAsha,Rao,asha@example.com,no,0')
  await expectError('These are customers. Import them at “Import customers”.')
  // The same file is checked again: what was chosen stands.
  await press(page, 'Show what would change')
  await expectError('These are customers.')
  const [known] = (await api.listProducts({ limit: 1 })).products
  await check(`id,name\n${known!._id},${known!.name}`)
  await expectSeen(page.getByText('Nothing in this file changes anything.'))

  await check(EXPORT)
  const result = page.getByRole('region', { name: 'Result' })
  await expectSeen(result.getByText('This is an export of Shopify.'))
  await expectSeen(result.getByText('New categories: Kurtas.'))
  await expectSeen(result.getByText('Left out, because it has no place in this shop: vendor', { exact: false }))
  await expectSeen(result.getByText('Line 2: Its stock of -2 becomes 0.').first())
  await expectSeen(result.getByText('Line 2: It sells on there when it is empty. Here it is sold out at 0.').first())
  await expectSeen(result.getByText('Line 4: It is a gift card, which this shop does not sell.'))
  await expectSeen(result.getByText('1 product rejected will be left out.'))
  await expectGoodInEveryLook(page)
  await press(page, 'Import 2 products')
  await expectSeen(result.getByText('2 products imported. 1 product rejected and left as it was.'))
  const pictures = page.getByRole('region', { name: 'Pictures of imported products' })
  // Both colours have the picture of the first.
  await expectSeen(pictures.getByText('0 of 2 are here, 2 failed.'))
  await expectSeen(pictures.getByText('It leads into a private network.').first())
  await expectGoodInEveryLook(page)
  await press(page, 'Try again: picture of Kurta, Rust, line 2')
  await expectSaid(page, '1 picture is tried again.')
  await expectSeen(pictures.getByText('0 of 2 are here, 2 failed.'))
  await press(page, 'Try all again')
  await expectSaid(page, '2 pictures are tried again.')
  await pictures.getByRole('link', { name: 'Categories' }).click()
  await expectSeen(page.getByRole('heading', { level: 1, name: 'Categories' }))
  await expectSeen(page.getByLabel('Name of Kurtas'))
})
