import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { CatalogFilters, Place } from '#server/programs/agents/catalog-inputs.ts'
import type { Delivery } from '#contract/delivery/delivery.ts'

import { isPin, pinTyped } from '#contract/schemas/pin-code.ts'
import { formatRupees } from '#contract/units/money.ts'
import { speaks } from '#server/programs/agents/agent-call.ts'
import { askedDelivery, findDelivery, notServed } from '#server/delivery/service.ts'

/** How parcels reach a place that an agent names for this call. It is kept nowhere. */
export type Reach = { delivery: Delivery; refusal?: undefined } | { delivery?: undefined; refusal: string }

const INDIA = /^\s*(?:in|ind|india)\s*$/i

/** Undefined where no place is named that the shop can read. */
export function reachOf({ shop }: Pick<AgentContext, 'shop'>, place: Place | undefined): Reach | undefined {
  if (place?.address_country !== undefined && !INDIA.test(place.address_country)) {
    return { refusal: 'We deliver in India only.' }
  }
  const pin = pinTyped(place?.postal_code ?? '')
  if (!isPin(pin)) return undefined
  const delivery = findDelivery(shop, pin, new Date())
  return delivery ? { delivery } : { refusal: notServed(pin) }
}

/** When a parcel gets there, or that none does, as an agent is told beside a cart or a checkout. */
export function deliveryNote(reach: Reach | undefined): Message[] {
  if (!reach) return []
  if (!reach.delivery) return [{ type: 'warning', code: 'address_undeliverable', content: reach.refusal }]
  const { pin, by, fee } = reach.delivery
  const content = `Ordered now, it is delivered to ${pin} by ${by}.${fee > 0 ? ' Its fee is in the total.' : ''}`
  return [{ type: 'info', code: 'delivery_estimate', content }]
}

const SHIPPING = 'shipping'

type Asked = { filters?: CatalogFilters | undefined; context?: Place | undefined }

/** The delivery of what a catalogue call answers, where its version knows of it. */
export interface CatalogFulfillment {
  /** Nothing can be brought where the filter says, or in the way that it says. */
  isExcluded: boolean
  messages: Message[]
  /** What to say beside each size. */
  of(isInStock: boolean): object
}

function describeShipping({ shop }: AgentContext, reach: Reach | undefined): string {
  if (reach?.refusal !== undefined) return reach.refusal
  if (reach) {
    const { pin, by, fee } = reach.delivery
    return `Ordered now, delivered to ${pin} by ${by}${fee > 0 ? ` for ${formatRupees(fee)}` : ''}`
  }
  const { deliveryDaysEarliest, deliveryDaysLatest } = shop.settings.current()
  const [earliest, latest] = askedDelivery(shop)?.days ?? [deliveryDaysEarliest, deliveryDaysLatest]
  return `Delivered in India within ${earliest === latest ? latest : `${earliest} to ${latest}`} days`
}

/** How the sizes of a catalogue call are brought to the place that it names. */
export function catalogFulfillment(context: AgentContext, { filters, context: buyer }: Asked): CatalogFulfillment {
  if (!speaks('fulfillment', context.version)) return { isExcluded: false, messages: [], of: () => ({}) }
  const reach = reachOf(context, filters?.fulfills_to ?? buyer)
  const isUnserved = reach?.refusal !== undefined
  const isOtherWay = filters?.methods !== undefined && !filters.methods.includes(SHIPPING)
  const description = { plain: describeShipping(context, reach) }
  return {
    isExcluded: isOtherWay || (isUnserved && filters?.fulfills_to !== undefined),
    messages: isUnserved ? deliveryNote(reach) : [],
    of: (isInStock) => ({
      fulfillment: {
        methods: [
          {
            type: SHIPPING,
            description,
            ...(reach && {
              availability: { available: isInStock && !isUnserved, status: isInStock ? 'in_stock' : 'out_of_stock' },
            }),
          },
        ],
      },
    }),
  }
}
