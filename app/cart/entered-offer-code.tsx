import type { SubmitEvent } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { answerOrToast } from '#app/ui/toast.tsx'
import { Button } from '#app/ui/button.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Cart } from '#contract/cart/cart.ts'

interface EnteredCodeProps {
  code: NonNullable<Cart['code']>
  onChange(cart: Cart): void
}

/** The code in the cart, a notice where it gives no discount, and a button that removes it, also without JavaScript. */
export function EnteredOfferCode({ code: { code, notice, isRefused }, onChange }: EnteredCodeProps) {
  const { isBusy, run } = useTask()

  async function remove() {
    const cart = await answerOrToast(browserApi.removeCode(), 'Failed to remove the code')
    if (cart) onChange(cart)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(remove)
  }

  return (
    <form method="post" action="/cart" className="border-t border-line pt-3" onSubmit={submit}>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span>
          Code <strong className="wrap-anywhere">{code}</strong>
        </span>
        <Button
          type="submit"
          name="change"
          value="remove code"
          variant="quiet"
          isSmall
          isPending={isBusy}
          aria-label={`Remove code ${code}`}
        >
          Remove
        </Button>
      </p>
      {notice && <p className={isRefused ? 'field-error' : 'text-sm text-muted'}>{notice}</p>}
    </form>
  )
}
