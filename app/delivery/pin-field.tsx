import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

interface PinFieldProps {
  /** The id of the form that is sent without JavaScript; the form around the field unless given. */
  form?: string
  value?: string
  defaultValue?: string
  isAsking?: boolean
  onChange?(typed: string): void
  onAsk?(typed: string): void
}

/** The field for a PIN code and the button that asks for it. */
export function PinField({ form, isAsking, onChange, onAsk, ...value }: PinFieldProps) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        {...value}
        className="grow"
        label="Delivery to your PIN code"
        name="pin"
        form={form}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={40}
        onChange={onChange && ((event) => onChange(event.currentTarget.value))}
      />
      <Button
        type="submit"
        variant="outline"
        form={form}
        isPending={isAsking}
        // Enter in the field presses this button, too.
        onClick={
          onAsk &&
          ((event) => {
            event.preventDefault()
            onAsk(value.value ?? '')
          })
        }
      >
        Check
      </Button>
    </div>
  )
}
