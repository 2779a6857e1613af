import { formatTotal } from '#contract/units/money.ts'

interface CancelledAmountProps {
  order: { cancelledAmount?: number | undefined }
  className: string
}

/** The line below the goods of an order that takes off what its cancelled pieces cost. */
export function CancelledAmount({ order: { cancelledAmount }, className }: CancelledAmountProps) {
  if (cancelledAmount === undefined) return null
  return (
    <p className={`${className} flex justify-between gap-4 border-t border-line text-sm`}>
      <span>Cancelled </span>
      <span className="price">{`−${formatTotal(cancelledAmount)}`}</span>
    </p>
  )
}
