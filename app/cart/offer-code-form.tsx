import { useRef, useState, type SubmitEvent } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { textIn } from '#app/api/form-result.ts'
import { tellOtherTabs } from '#app/api/other-tabs.ts'
import { EnteredOfferCode } from '#app/cart/entered-offer-code.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { takeFocus } from '#app/ui/take-focus.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { MAX_CODE_LENGTH } from '#contract/offers/offer-limits.ts'

interface CodeFormProps {
  code: Cart['code']
  /** What a browser without JavaScript sent, and why it was refused. */
  entered: string | undefined
  failure: string | undefined
  onChange(cart: Cart): void
}

/** The code in the cart, or a closed field for one. */
export function OfferCodeForm({ code, entered, failure: firstFailure, onChange }: CodeFormProps) {
  const { isBusy, run } = useTask()
  const [failure, setFailure] = useState(firstFailure)
  const box = useRef<HTMLDivElement>(null)

  function show(cart: Cart) {
    setFailure(undefined)
    onChange(cart)
    tellOtherTabs()
    // The button that had the focus is gone.
    takeFocus(box.current)
  }
  async function enter(text: string) {
    try {
      const { message, ...cart } = await browserApi.enterCode(text)
      toastSuccess(message)
      show(cart)
    } catch (error) {
      const sentence = messageOf(error, 'Failed to apply the code')
      setFailure(sentence)
      toastError(sentence)
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = textIn(new FormData(event.currentTarget), 'code')
    void run(() => enter(text))
  }

  return (
    <div ref={box} tabIndex={-1} className="mt-4">
      {code ? (
        <EnteredOfferCode code={code} onChange={show} />
      ) : (
        <details className="border-t border-line pt-3" open={failure !== undefined || undefined}>
          <summary className="cursor-pointer py-2 font-semibold">Have a code?</summary>
          <form method="post" noValidate className="mt-1 grid grid-cols-[1fr_auto] items-start gap-2" onSubmit={submit}>
            <TextField
              label="Code"
              name="code"
              required
              // Room for blanks.
              maxLength={MAX_CODE_LENGTH * 2}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={entered}
              error={failure}
            />
            <Button
              type="submit"
              name="change"
              value="enter code"
              variant="outline"
              className="mt-7"
              isPending={isBusy}
            >
              Apply
            </Button>
          </form>
        </details>
      )}
    </div>
  )
}
