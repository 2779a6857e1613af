import { browserApi } from '#app/api/customer-browser-api.ts'
import { useShop } from '#app/api/use-shop.ts'
import { AddressFields } from '#app/checkout/address-fields.tsx'
import { useAddressForm } from '#app/checkout/use-address-form.ts'
import { Button } from '#app/ui/button.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The form for the address of an order that was paid without one. Without an address it cannot be shipped. */
export function MissingAddress({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  const { delivery } = useShop()
  const { isBusy, run } = useTask()

  async function send(address: Address) {
    const answer = await answerOrToast(browserApi.saveAddress(order._id, address), WORDINGS.checkout.addressFailed)
    if (!answer) return
    toastSuccess(answer.message)
    onChange(answer.order)
  }

  const { errors, submit } = useAddressForm((address) => void run(() => send(address)))

  return (
    <form className="mt-5 grid gap-5 border-t border-line pt-5" noValidate onSubmit={submit}>
      <div>
        <p className="font-semibold">Where should this order go?</p>
        <p className="text-sm text-muted">It is paid, and is shipped once it has an address.</p>
      </div>
      <AddressFields address={undefined} errors={errors} isPinFirst={delivery !== undefined} />
      <Button type="submit" isPending={isBusy} className="justify-self-start">
        Save address
      </Button>
    </form>
  )
}
