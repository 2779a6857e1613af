import { useId, type Ref } from 'react'

interface PinFieldProps {
  ref?: Ref<HTMLInputElement>
  /** The id of the form that is sent without JavaScript; the form around the field unless given. */
  form?: string
  defaultValue?: string
  isAsking?: boolean
  onAsk?(): void
}

/**
 * The field for a PIN code and the button that asks for it. The field keeps what was typed before its scripts came.
 * Both are plain elements: the product page has no other field, and those of `app/ui` would cost it 2 kB of script.
 */
export function PinField({ ref, form, defaultValue, isAsking, onAsk }: PinFieldProps) {
  const id = useId()
  return (
    <div className="flex items-end gap-2">
      <div className="field grow">
        <label htmlFor={id} className="field-label">
          Delivery to your PIN code
        </label>
        <input
          ref={ref}
          id={id}
          defaultValue={defaultValue}
          className="input"
          name="pin"
          form={form}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={40}
        />
      </div>
      <button
        type="submit"
        className="btn btn-outline"
        form={form}
        disabled={isAsking}
        aria-busy={isAsking || undefined}
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
      </button>
    </div>
  )
}
