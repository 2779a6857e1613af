import { useEffect, useId, useRef, useState, type FocusEvent, type InputEvent } from 'react'

import type { AddressName } from '#app/checkout/check-address.ts'
import { enter, usePinDelivery } from '#app/checkout/use-pin-delivery.ts'
import { readAddress } from '#app/checkout/use-address-form.ts'
import { DeliveryPromise } from '#app/delivery/delivery-promise.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import type { DeliveryAnswer } from '#app/delivery/ask-delivery.ts'
import { deliveryText } from '#contract/delivery/delivery-text.ts'
import { ADDRESS_FIELDS } from '#contract/schemas/address-form-fields.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { Address } from '#contract/schemas/address.ts'

const PIN_LENGTH = 6

const loadCheck = () => import('#app/checkout/check-address.ts')

/**
 * The hints of an address form, whose code loads with the first focus. All filled fields are checked when the focus
 * goes on to another field of the address, when a PIN is complete, and when the form is sent. Not when the focus goes
 * to a button: what appears above a button while it is being pressed would move it away from the pointer.
 */
function useAddressHints() {
  const [code, load] = useLazyModule(loadCheck)
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
  /** Checks what is filled in, except for the field that is being filled in. */
  function check(input: HTMLInputElement, next?: EventTarget | null) {
    read(input)
    const fields = [...(box.current?.querySelectorAll('input') ?? [])].filter((one) => one.value && one !== next)
    // The hint about a city stands beside the state.
    setChecked((names) => [...names, ...fields.map(({ name }) => (name === 'city' ? 'state' : name))])
  }
  useEffect(() => {
    const form = box.current?.closest('form')
    const onSubmit = () => {
      const [first] = box.current?.querySelectorAll('input') ?? []
      if (first) check(first)
    }
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [])

  const listeners = {
    onFocus: ({ target }: FocusEvent) => {
      if (!code) load()
      setFocused(target instanceof HTMLInputElement ? target.name : undefined)
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      setFocused(undefined)
      const goesOn = relatedTarget instanceof HTMLInputElement && box.current?.contains(relatedTarget)
      if (goesOn && target instanceof HTMLInputElement) check(target, relatedTarget)
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
      enter(input, value)
      input.focus()
      check(input)
    }
  }

  const acceptAll = () => setAccepted((ids) => [...ids, ...hints.map(({ id }) => id)])
  /** The last of the doubts, beside which it is asked once whether the address is right all the same. */
  const lastDoubt = hints.findLast((hint) => !hint.fill)
  return {
    box,
    listeners,
    hints,
    fill,
    acceptAll,
    lastDoubt,
    stateNames: code?.STATE_NAMES,
    isStateFocused: focused === 'state',
  }
}

const INPUT_MODES = { phone: 'tel', pincode: 'numeric' } as const

const PIN_FIRST = ADDRESS_FIELDS.toSorted(
  (one, other) => Number(other.name === 'pincode') - Number(one.name === 'pincode'),
)

const promiseText = (answer: DeliveryAnswer | undefined) => answer && (answer.refusal ?? deliveryText(answer.delivery))

interface AddressFieldsProps {
  address: Partial<Address> | undefined
  errors: FieldErrors
  /** The PIN code stands first, and what is promised to it beside it. */
  isPinFirst?: boolean
}

/**
 * The six fields of an address; the PIN code first where the shop says what it promises to it. They are not `required`,
 * because the browser's check would hide the shop's own message. Hints stand beside them and hold nothing up.
 */
export function AddressFields({ address, errors, isPinFirst = false }: AddressFieldsProps) {
  const listId = useId()
  const { box, listeners, hints, fill, acceptAll, lastDoubt, stateNames, isStateFocused } = useAddressHints()
  const { answer, ask } = usePinDelivery(box, isPinFirst)
  return (
    <div
      ref={box}
      className="grid gap-5 sm:grid-cols-2"
      {...listeners}
      onInput={(event) => {
        listeners.onInput(event)
        if (event.target instanceof HTMLInputElement && event.target.name === 'pincode') void ask(event.target.value)
      }}
    >
      {(isPinFirst ? PIN_FIRST : ADDRESS_FIELDS).map(({ name, label, autoComplete }) => {
        const promise = name === 'pincode' ? answer : undefined
        const hint = hints.find((one) => one.name === name)
        return (
          <TextField
            key={name}
            className={name === 'street' || (isPinFirst && name === 'pincode') ? 'sm:col-span-2' : undefined}
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
            error={errors[name] ?? promise?.refusal}
            hint={
              (hint || promise?.delivery) && (
                <>
                  {promise?.delivery && <DeliveryPromise answer={promise} />}
                  {hint && <span>{`${hint.text} `}</span>}
                  {hint?.fill && (
                    <button type="button" className="link" onClick={() => fill(hint.fill ?? {})}>
                      {`Use ${Object.values(hint.fill).join(', ')}`}
                    </button>
                  )}
                  {hint && hint === lastDoubt && (
                    <button type="button" className="link" onClick={acceptAll}>
                      Use anyway
                    </button>
                  )}
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
        {[promiseText(answer), ...hints.map(({ text }) => text)].filter(Boolean).join(' ')}
      </p>
    </div>
  )
}
