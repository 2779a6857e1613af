import { AUDIT_AREAS, type AuditArea } from '#contract/audit-areas.ts'

/** The label of each area of the audit log. */
export const AREA_LABELS: Record<AuditArea, string> = {
  product: 'Products',
  category: 'Categories',
  order: 'Orders',
  review: 'Reviews',
  contact: 'Messages',
  payment: 'Payments',
  refund: 'Refunds',
  reconciliation: 'Reconciliation',
  user: 'People',
}

/** 'order.placed' → 'Order placed', 'change price' → 'Change price'. */
export function actionLabel(action: string): string {
  const words = action.replaceAll('.', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const areaLabel = (area: string): string => {
  const known = AUDIT_AREAS.find((one) => one === area)
  return known ? AREA_LABELS[known] : area
}
