import type { ParcelStep } from '#contract/states/parcel-steps.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'

/** What happens to a parcel, in the courier service's words, and where it and its order are in the end. */
interface ParcelStory {
  labels: readonly string[]
  step: ParcelStep
  /** Of an order that is paid, and of one for cash. */
  status: { paid: OrderStatus; cash: OrderStatus }
}

const WAY = ['PICKED UP', 'IN TRANSIT', 'REACHED AT DESTINATION HUB', 'OUT FOR DELIVERY']
const delivered = { paid: 'delivered', cash: 'delivered' } as const
const shipped = { paid: 'shipped', cash: 'shipped' } as const
const returned = { paid: 'cancelled', cash: 'cancelled' } as const

/** Most parcels arrive. */
export const PARCEL_STORIES: readonly ParcelStory[] = [
  { labels: [...WAY, 'DELIVERED'], step: 'delivered', status: delivered },
  { labels: [...WAY, 'DELIVERED'], step: 'delivered', status: delivered },
  { labels: [...WAY, 'UNDELIVERED', 'OUT FOR DELIVERY', 'DELIVERED'], step: 'delivered', status: delivered },
  {
    labels: ['PICKUP SCHEDULED', ...WAY, 'UNDELIVERED', 'A WORD OF TOMORROW', 'OUT FOR DELIVERY', 'DELIVERED'],
    step: 'delivered',
    status: delivered,
  },
  { labels: [...WAY, 'UNDELIVERED'], step: 'not delivered', status: shipped },
  { labels: WAY.slice(0, 2), step: 'on its way', status: shipped },
  { labels: [...WAY, 'UNDELIVERED', 'RTO INITIATED', 'RTO IN TRANSIT'], step: 'coming back', status: returned },
  { labels: [...WAY, 'RTO INITIATED', 'RTO IN TRANSIT', 'RTO DELIVERED'], step: 'back', status: returned },
  { labels: [...WAY.slice(0, 2), 'LOST'], step: 'lost', status: shipped },
]
