import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

const IRN = '0123456789abcdef'.repeat(4)
const QR = `eyJhbGciOiJSUzI1NiJ9.${'x'.repeat(900)}.signature`

async function shippedInvoice(turnover: 'up to ₹5 crore' | 'above ₹5 crore', buyerGstin: string) {
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4', turnover })
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const proof = await pay(shop, (await buyer.api.startPayment(ADDRESS, undefined, buyerGstin)).id)
  await buyer.api.verifyPayment(proof)
  const { _id } = await buyer.api.getOrder(buyer.id, proof)
  await admin.api.changeOrderStatus(_id, 'shipped')
  const { order } = await admin.api.getOrderDetail(_id)
  return { buyer, order, invoice: order.documents.at(-1)! }
}

const bytesOf = async (pdf: Promise<Blob>) => Buffer.from(await (await pdf).arrayBuffer())

test('above ₹5 crore a business’s invoice waits for its IRN, which is then printed with its QR code', async () => {
  const { buyer, order, invoice } = await shippedInvoice('above ₹5 crore', '27AAPFU0939F1ZV')
  expect(invoice).toMatchObject({ kind: 'tax invoice', isIrnMissing: true })
  const before = await bytesOf(buyer.api.getMyDocument(invoice._id))
  await admin.api.enterEInvoice(invoice._id, {
    irn: ` ${IRN.slice(0, 32).toUpperCase()} \u200B${IRN.slice(32)}`,
    qrText: `${QR}\u200B`,
  })
  const { order: after } = await admin.api.getOrderDetail(order._id)
  expect(after.documents.at(-1)).toEqual({ _id: invoice._id, kind: 'tax invoice', number: invoice.number, irn: IRN })
  const pdf = await bytesOf(buyer.api.getMyDocument(invoice._id))
  expect(readPdf(pdf).flat().join('').replaceAll(' ', '')).toContain(IRN)
  expect(pdf.length).toBeGreaterThan(before.length + 1000)
  const { entries } = await admin.api.listAudit({ area: 'order' })
  expect(entries[0]).toMatchObject({ action: 'enter IRN', subject: { _id: order._id }, person: { _id: admin.id } })
  await expect(admin.api.enterEInvoice(invoice._id, { irn: IRN, qrText: QR })).rejects.toMatchObject({
    status: 409,
    message: 'This document has its IRN already.',
  })
  const other = await shippedInvoice('above ₹5 crore', '27AAPFU0939F1ZV')
  await expect(admin.api.enterEInvoice(other.invoice._id, { irn: IRN, qrText: QR })).rejects.toMatchObject({
    status: 409,
    message: 'Another document has this IRN.',
  })
})

test('an IRN belongs to invoices for businesses above ₹5 crore alone, and has its form', async () => {
  const small = await shippedInvoice('up to ₹5 crore', '27AAPFU0939F1ZV')
  const consumer = await shippedInvoice('above ₹5 crore', '')
  for (const { invoice, buyer } of [small, consumer]) {
    expect(invoice).not.toHaveProperty('isIrnMissing')
    const refused = admin.api.enterEInvoice(invoice._id, { irn: IRN, qrText: QR })
    await expect(refused).rejects.toMatchObject({ status: 409, message: expect.stringContaining('above ₹5 crore') })
    const answer = await buyer.fetch(`/api/admin/documents/${invoice._id}/e-invoice`, { method: 'POST' })
    expect(answer.status).toBe(401)
  }
  for (const eInvoice of [
    { irn: IRN.slice(1), qrText: QR },
    { irn: IRN, qrText: '' },
    { irn: IRN, qrText: 'two words' },
  ]) {
    await expect(admin.api.enterEInvoice(small.invoice._id, eInvoice)).rejects.toMatchObject({ status: 400 })
  }
  await expect(admin.api.enterEInvoice('nothing', { irn: IRN, qrText: QR })).rejects.toMatchObject({ status: 404 })
})
