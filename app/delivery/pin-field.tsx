import type { Ref } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

interface PinFieldProps {
  ref?: Ref<HTMLInputElement>
  /** The id of the form that is sent without JavaScript; the form around the field unless given. */
  form?: string
  defaultValue?: string
  isAsking?: boolean
  onAsk?(): void
}

/** The field for a PIN code and the button that asks for it. The field keeps what was typed before its scripts came. */
export function PinField({ ref, form, defaultValue, isAsking, onAsk }: PinFieldProps) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        ref={ref}
        defaultValue={defaultValue}
        className="grow"
        label="Delivery to your PIN code"
        name="pin"
        form={form}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={40}
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
            onAsk()
          })
        }
      >
        Check
      </Button>
    </div>
  )
}
