import { useEffect, useRef } from 'react'

import { fillForm, findDraft, saveDraft } from '#app/checkout/address-draft.ts'
import { ANOTHER } from '#app/checkout/saved-addresses.tsx'
import { readAddress } from '#app/checkout/use-address-form.ts'
import { ADDRESS_FIELDS } from '#contract/schemas/address-form-fields.ts'
import type { SavedAddress } from '#contract/schemas/address.ts'

interface Choice {
  /** The saved address that is chosen; empty for another one. */
  chosenId: string
  choose(id: string): void
  addresses: readonly { _id: string }[]
}

/**
 * Keeps what is typed into the checkout's form until it is paid: on a small phone the browser's tab is discarded while
 * the buyer is in the bank's app. Returns the form's props, and the function that keeps what was typed over a saved
 * address that goes, as that of another address: false where nothing was.
 */
export function useAddressDraft(customerId: string, { chosenId, choose, addresses }: Choice) {
  const form = useRef<HTMLFormElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    const draft = findDraft(customerId, sessionStorage)
    const isThere = draft?.chosenId === '' || addresses.some(({ _id }) => _id === draft?.chosenId)
    if (draft?.chosenId === chosenId && form.current) fillForm(form.current, draft)
    else if (draft && isThere && isFirst.current) choose(draft.chosenId)
    isFirst.current = false
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when another address is chosen, whose fields are new ones
  }, [chosenId, customerId])
  const save = () => {
    if (form.current) saveDraft(form.current, { customerId, chosenId }, sessionStorage)
  }
  function keepTyped(address: SavedAddress): boolean {
    const isShown = form.current?.querySelector(`[value="${CSS.escape(address._id)}"]:checked`)
    if (!form.current || !isShown) return false
    const typed = readAddress(new FormData(form.current)).address
    if (ADDRESS_FIELDS.every(({ name }) => typed[name] === address[name])) return false
    saveDraft(form.current, { customerId, chosenId: ANOTHER }, sessionStorage)
    return true
  }
  return { ref: form, onInput: save, keepTyped }
}
