import type { Api } from '#contract/api.ts'

import { messageOf } from '#app/api/error-message.ts'
import { takeWanted } from '#app/cart/wanted-product.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/wordings.ts'

/** Adds the product that the visitor wanted before signing in, and shows a toast. Never rejects: the sign-in itself worked. */
export async function addWantedProduct(api: Api, storage: Storage): Promise<void> {
  const wanted = takeWanted(storage)
  if (!wanted) return
  try {
    await api.addToCart(wanted.productId, wanted.size)
    toastSuccess(WORDINGS.cart.added)
  } catch (error) {
    toastError(messageOf(error, WORDINGS.fallback))
  }
}
