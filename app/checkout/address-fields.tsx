import { useId, useRef, useState, type FocusEvent, type InputEvent } from 'react'

import type { AddressName, Hint } from '#app/checkout/check-address.ts'
import { readAddress } from '#app/checkout/use-address-form.ts'
import { TextField } from '#app/ui/field.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import { ADDRESS_FIELDS } from '#contract/schemas/address-form-fields.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Address } from '#contract/schemas/address.ts'

const PIN_LENGTH = 6

const loadCheck = () => import('#app/checkout/check-address.ts')

/**
 * The hints of an address form, whose code loads with the first focus. A field is checked when the focus goes on to another
 * field of the address, and a PIN when it is complete. Not when it goes to a button: what appears above a button while it
 * is being pressed would move it away from the pointer.
 */
function useAddressHints() {
  const [code, load] = useLazyModule(loadCheck, true)
  const box = useRef<HTMLDivElement>(null)
  const [address, setAddress] = useState<Address>()
  const [checked, setChecked] = useState<readonly string[]>([])
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const [focused, setFocused] = useState<string>()
  const hints = Object.entries(code && address ? code.checkAddress(address) : {}).flatMap(([name, hint]) => {
    const id = `${address?.[name as AddressName]} ${hint?.text}`
    return hint && checked.includes(name) && !accepted.includes(id) ? [{ ...hint, name, id }] : []
  })

  const read = ({ form }: HTMLInputElement) => form && setAddress(readAddress(new FormData(form)).address)
  function check(input: HTMLInputElement) {
    read(input)
    // The hint about a city stands beside the state.
    setChecked((names) => [...names, input.name === 'city' ? 'state' : input.name])
  }

  const listeners = {
    onFocus: ({ target }: FocusEvent) => {
      if (!code) load()
      setFocused(target instanceof HTMLInputElement ? target.name : undefined)
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      setFocused(undefined)
      const goesOn = relatedTarget instanceof HTMLInputElement && box.current?.contains(relatedTarget)
      if (goesOn && target instanceof HTMLInputElement) check(target)
    },
    onInput: ({ target }: InputEvent<HTMLDivElement>) => {
      if (!(target instanceof HTMLInputElement)) return
      if (target.name === 'pincode' && target.value.trim().length >= PIN_LENGTH) check(target)
      else if (checked.length > 0) read(target)
    },
  }

  /** Writes values into empty fields, and moves the focus there, because the pressed button disappears. */
  function fill(values: Partial<Address>) {
    for (const [name, value] of Object.entries(values)) {
      const input = box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (!input) continue
      input.value = value
      input.focus()
      check(input)
    }
  }

  const act = ({ id, fill: values }: Hint & { id: string }) =>
    values ? fill(values) : setAccepted((ids) => [...ids, id])
  return { box, listeners, hints, act, stateNames: code?.STATE_NAMES, isStateFocused: focused === 'state' }
}

const INPUT_MODES = { phone: 'tel', pincode: 'numeric' } as const

/**
 * The six fields of an address. They are not `required`, because the browser's check would hide the shop's own message. Hints
 * stand beside them and hold nothing up.
 */
export function AddressFields({ address, errors }: { address: Partial<Address> | undefined; errors: FieldErrors }) {
  const listId = useId()
  const { box, listeners, hints, act, stateNames, isStateFocused } = useAddressHints()
  return (
    <div ref={box} className="grid gap-5 sm:grid-cols-2" {...listeners}>
      {ADDRESS_FIELDS.map(({ name, label, autoComplete }) => {
        const hint = hints.find((one) => one.name === name)
        return (
          <TextField
            key={name}
            className={name === 'street' ? 'sm:col-span-2' : undefined}
            label={label}
            name={name}
            type={name === 'phone' ? 'tel' : 'text'}
            inputMode={name === 'phone' || name === 'pincode' ? INPUT_MODES[name] : 'text'}
            // Programs that read the form see a text field. It offers the states while somebody types.
            list={name === 'state' && isStateFocused && stateNames ? listId : undefined}
            autoComplete={`shipping ${autoComplete}`}
            aria-required="true"
            maxLength={300}
            defaultValue={address?.[name]}
            error={errors[name]}
            hint={
              hint && (
                <>
                  <span>{`${hint.text} `}</span>
                  <button type="button" className="link" onClick={() => act(hint)}>
                    {hint.fill ? `Use ${Object.values(hint.fill).join(', ')}` : 'Use anyway'}
                  </button>
                </>
              )
            }
          />
        )
      })}
      <datalist id={listId}>
        {stateNames?.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </datalist>
      <p className="visually-hidden" aria-live="polite">
        {hints.map(({ text }) => text).join(' ')}
      </p>
    </div>
  )
}
