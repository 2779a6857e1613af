import type { RemittanceAnswer } from '#contract/orders/remittances.ts'
import type { Parties, PlayedOrder } from '#prove/cash/cash-shop.ts'
import type { Reply } from '#prove/client.ts'

/** What stands on the parcel of an order. */
export const trackingNumberOf = ({ id }: PlayedOrder): string => `AWB-${id}`

const rupeesOf = ({ totalPaise }: PlayedOrder) => (totalPaise / 100).toFixed(2)

const byOrder = ({ order, admin }: Parties): Promise<Reply> =>
  admin.call('cash: remitted', 'POST', `/api/admin/orders/${order.id}/remittance`, {
    body: { amount: order.totalPaise / 100 },
  })

const byNumber = ({ order, admin }: Parties): Promise<Reply> =>
  admin.call('cash: remitted by number', 'POST', '/api/admin/cash/remittance', {
    body: { trackingNumber: trackingNumberOf(order), amount: rupeesOf(order) },
  })

const BOUNDARY = 'remittance-of-the-proof'

function formOf(sheet: string, token: string | undefined): string {
  const part = (head: string, content: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const tokenPart = token === undefined ? '' : part('name="token"', token)
  return `${tokenPart}${part('name="sheet"; filename="remittance.csv"', sheet)}--${BOUNDARY}--\r\n`
}

/**
 * A courier's sheet with the parcel and one that nobody knows: first compared, then noted. A difference is a refusal.
 */
async function bySheet({ order, admin }: Parties): Promise<Reply> {
  const own = `${trackingNumberOf(order)},${rupeesOf(order)}`
  const sheet = ['AWB,COD Amount', ...admin.random.shuffled([own, `NOBODY-${order.id},1.00`])].join('\n')
  const send = (name: string, token?: string) =>
    admin.call(name, 'POST', '/api/admin/cash/remittance/import', {
      body: formOf(sheet, token),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    })
  const compared = await send('cash: sheet compared')
  if (compared.status !== 200) return compared
  const noted = await send('cash: sheet noted', String(compared.body.token))
  const { counts } = noted.body as Partial<RemittanceAnswer>
  return noted.status === 200 && counts?.matched !== 1 ? { ...noted, status: 409 } : noted
}

/** What a courier has paid out comes to the shop by its order, by the number of its parcel or in a sheet. */
export const remit = (parties: Parties): Promise<Reply> =>
  parties.admin.random.pick([byOrder, byNumber, bySheet])(parties)
