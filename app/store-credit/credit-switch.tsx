import { CheckField } from '#app/ui/field.tsx'
import { formatTotal } from '#contract/units/money.ts'

interface CreditSwitchProps {
  /** What there is, in rupees. */
  balance: number
  isOn: boolean
  onSwitch(isOn: boolean): void
}

/** Whether store credit pays for an order; nothing for who has none. */
export function CreditSwitch({ balance, isOn, onSwitch }: CreditSwitchProps) {
  if (balance <= 0) return null
  return (
    <CheckField
      name="useCredit"
      value="on"
      label={`Use my store credit (${formatTotal(balance)})`}
      checked={isOn}
      onChange={({ target }) => onSwitch(target.checked)}
    />
  )
}
