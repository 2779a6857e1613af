import { expect, test } from 'vitest'

import { drawDocument } from '#server/documents/pdf/document-layout.ts'
import { readPdf } from '#test/read-pdf.ts'

const SELLER = {
  shopName: 'Selvedge',
  legalName: 'Selvedge',
  address: ['4, Church Street', 'Bengaluru 560001', 'Karnataka'],
  web: 'shop.example',
  registration: 'regular' as const,
  gstin: '29AAGCB7383J1Z4',
  hsnDigits: 4,
  series: { receipt: 'R', invoice: 'S', bill: 'B', creditNote: 'C', refundVoucher: 'V' },
}
const LINE = {
  orderLineId: 'line',
  name: 'Oxford shirt',
  size: 'M',
  hsn: '6205',
  quantity: 1,
  pricePaise: 105_000,
  percent: 5,
  taxablePaise: 100_000,
  centralPaise: 2500,
  statePaise: 2500,
  integratedPaise: 0,
}

async function invoicePages(count: number) {
  const bytes = await drawDocument({
    kind: 'tax invoice',
    series: 'S',
    year: '2627',
    number: 1,
    orderId: 'order',
    isSandbox: false,
    issuedAt: new Date('2026-11-26T06:00:00Z'),
    cancelledAt: null,
    irn: null,
    qrText: null,
    data: {
      schema: 1,
      seller: SELLER,
      buyer: { name: 'Asha Rao', email: 'asha@mail.example', address: null, gstin: null },
      order: { id: 'order', placedAt: '2026-11-26T05:00:00Z', paymentId: null, discountReason: null },
      placeOfSupply: { code: '29', name: 'Karnataka' },
      lines: Array.from({ length: count }, () => LINE),
    },
  })
  return readPdf(bytes)
}

test('the total of an invoice of any length stands on the page of its last line, and so does the signature', async () => {
  const onePage: number[] = []
  for (let count = 8; count <= 26; count += 1) {
    const pages = await invoicePages(count)
    const last = pages.at(-1)!
    expect(last.some((line) => line.startsWith('Oxford shirt'))).toBe(true)
    expect(last.some((line) => line.startsWith('Total'))).toBe(true)
    expect(last).toContain('Authorised signatory')
    if (pages.length === 1) onePage.push(count)
    const named = pages.flat().filter((line) => line.startsWith('Oxford shirt'))
    expect(named).toHaveLength(count)
  }
  expect(onePage).toEqual([8, 9])
})
