import { useEffect, useState } from 'react'

import { sentenceOf } from '#app/admin/load-or-tell.ts'
import { browserApi } from '#app/api/browser.ts'
import { ask, tell } from '#app/ui/alert-dialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { ProductAnswer, ProductDetail } from '#contract/catalogue.ts'
import type { AdminProducts } from '#contract/reports.ts'
import { WORDINGS } from '#contract/wordings.ts'

type Groups = AdminProducts['products']

const changed = (groups: Groups, id: string, change: (product: ProductDetail) => ProductDetail | undefined): Groups =>
  Object.fromEntries(
    Object.entries(groups).map(([name, products]) => [
      name,
      products.flatMap((product) => (product._id === id ? (change(product) ?? []) : product)),
    ]),
  )

/**
 * The admin table's products and what can be done to them. A step of one is shown at once and taken back when the
 * server refuses; every other change is shown with the server's answer. A refusal is told in an alert.
 */
export function useProducts(first: Groups) {
  const [groups, setGroups] = useState(first)
  useEffect(() => setGroups(first), [first])

  const show = (product: ProductDetail) => setGroups((known) => changed(known, product._id, () => product))

  async function save(call: Promise<ProductAnswer>, failure: string): Promise<boolean> {
    try {
      show((await call).product)
      return true
    } catch (error) {
      await tell(sentenceOf(error, failure))
      return false
    }
  }

  async function step(product: ProductDetail, by: 1 | -1): Promise<void> {
    const shift = (amount: number) =>
      setGroups((known) => changed(known, product._id, (one) => ({ ...one, stock: one.stock + amount })))
    shift(by)
    const call = by === 1 ? browserApi.addStock(product._id) : browserApi.reduceStock(product._id)
    const failure = by === 1 ? WORDINGS.admin.increaseStockFailed : WORDINGS.admin.decreaseStockFailed
    const isSaved = await save(call, failure)
    if (!isSaved) shift(by === 1 ? -1 : 1)
  }

  async function remove(product: ProductDetail): Promise<void> {
    const isSure = await ask({ question: WORDINGS.admin.deleteProductQuestion, confirmLabel: 'Delete' })
    if (!isSure) return
    try {
      const { message } = await browserApi.deleteProduct(product._id)
      setGroups((known) => changed(known, product._id, () => undefined))
      toastSuccess(message)
    } catch (error) {
      toastError(sentenceOf(error, WORDINGS.fallback))
    }
  }

  return {
    groups,
    step,
    remove,
    setStock: (product: ProductDetail, stock: number) =>
      save(browserApi.setStock(product._id, stock), WORDINGS.admin.updateStockFailed),
    updatePrice: (product: ProductDetail, prices: { price: number; discountedPrice?: number | null | undefined }) =>
      save(browserApi.updatePrice(product._id, prices), WORDINGS.admin.updatePriceFailed),
  }
}

export type ProductActions = ReturnType<typeof useProducts>
