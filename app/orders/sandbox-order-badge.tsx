import { useShop } from '#app/api/use-shop.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Order } from '#contract/orders/orders.ts'

/** Marks an order that was paid in the sandbox, in a shop that takes real payments now. */
export function SandboxOrderBadge({ order }: { order: Pick<Order, 'isSandbox'> }) {
  const shop = useShop()
  return order.isSandbox && !shop.isSandbox && <Badge kind="stitched">Sandbox</Badge>
}
