import { useShop } from '#app/api/shop.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Order } from '#contract/orders.ts'

/** Says of an order that no money moved, in a shop that takes real money by now; in the sandbox every order is one. */
export function SandboxMark({ order }: { order: Pick<Order, 'isSandbox'> }) {
  const shop = useShop()
  return order.isSandbox && !shop.isSandbox && <Badge kind="stitched">Sandbox</Badge>
}
