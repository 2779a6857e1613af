import { useRef, useState } from 'react'

import { messageOf } from '#contract/words/error-message.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { createQueue } from '#app/api/call-queue.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { AdminProduct, ProductAnswer } from '#contract/catalogue/admin-catalogue.ts'
import { isShopError } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

/** Products by the heading under which they stand. */
export type Groups = Record<string, AdminProduct[]>

const changed = (groups: Groups, id: string, change: (product: AdminProduct) => AdminProduct): Groups =>
  Object.fromEntries(
    Object.entries(groups).map(([name, products]) => [
      name,
      products.map((product) => (product._id === id ? change(product) : product)),
    ]),
  )

/** One queue for each product. */
function createTurns() {
  const queues = new Map<string, ReturnType<typeof createQueue>>()
  return <Answer>(id: string, call: () => Promise<Answer>): Promise<Answer> => {
    const enqueue = queues.get(id) ?? createQueue()
    queues.set(id, enqueue)
    return enqueue(call)
  }
}

/**
 * The products of the admin table and the changes made in its rows; `reread` reads the page again. One piece more or
 * less is shown at once and taken back if the server refuses; every other change is shown with the server's answer. A
 * refusal opens an alert. If somebody else was faster, the row is read again first.
 */
export function useProducts(first: Groups, reread: () => Promise<Groups>) {
  const [groups, setGroups] = useDerivedState(first, (given) => given)
  const [inTurn] = useState(createTurns)
  // Steps without an answer yet, by product id.
  const pending = useRef(new Map<string, number>())

  // Ids of products that are queued to be read again.
  const awaited = useRef(new Set<string>())

  function show(product: AdminProduct) {
    const ahead = pending.current.get(product._id) ?? 0
    setGroups((known) =>
      changed(known, product._id, (one) =>
        // An answer that was read before a change may arrive after it.
        product.revision < one.revision ? one : { ...product, stock: product.stock + ahead },
      ),
    )
  }

  async function readAnew(id: string): Promise<void> {
    const product = await inTurn(id, () => browserApi.getEditableProduct(id)).catch(() => undefined)
    if (product) show(product)
  }

  /** Reads a row again and shows it, unless it is open for editing by then: false where it is. */
  async function refresh(id: string, isOpen: (id: string) => boolean): Promise<boolean> {
    if (awaited.current.has(id)) return true
    awaited.current.add(id)
    const product = await inTurn(id, () => {
      awaited.current.delete(id)
      return browserApi.getEditableProduct(id)
    }).catch(() => undefined)
    if (product && isOpen(id)) return false
    if (product) show(product)
    return true
  }

  /**
   * Reads the page again and shows its rows, except those that are open by then. A row that is on another page by now
   * stays as it was.
   */
  async function refreshAll(isOpen: (id: string) => boolean): Promise<void> {
    const fresh = await reread().catch(() => undefined)
    for (const product of Object.values(fresh ?? {}).flat()) if (!isOpen(product._id)) show(product)
  }

  async function save(
    id: string,
    call: () => Promise<ProductAnswer>,
    failure: string,
    takeBack: () => void = () => undefined,
  ): Promise<boolean> {
    try {
      show((await inTurn(id, call)).product)
      return true
    } catch (error) {
      takeBack()
      if (isShopError(error) && error.status === 409) await readAnew(id)
      await showAlert(messageOf(error, failure))
      return false
    }
  }

  async function step({ _id }: AdminProduct, by: 1 | -1): Promise<void> {
    const shift = (amount: number) =>
      setGroups((known) => changed(known, _id, (one) => ({ ...one, stock: one.stock + amount })))
    const count = (amount: number) => pending.current.set(_id, (pending.current.get(_id) ?? 0) + amount)
    const call = () => (by === 1 ? browserApi.addStock(_id) : browserApi.reduceStock(_id))
    count(by)
    shift(by)
    await save(
      _id,
      () => call().finally(() => count(-by)),
      by === 1 ? ADMIN_WORDINGS.increaseStockFailed : ADMIN_WORDINGS.decreaseStockFailed,
      () => shift(-by),
    )
  }

  /** A refusal opens an alert, so success says something, too. */
  async function sayRestocked({ name }: AdminProduct, isDone: Promise<boolean>): Promise<boolean> {
    if (await isDone) toastSuccess(`${name} is restocked.`)
    return isDone
  }

  /** All sizes at once, or none of them; `stocks` has one number for each, in their order. */
  async function setSizes({ _id, revision, sizes }: AdminProduct, stocks: readonly number[]): Promise<ProductAnswer> {
    const { sizeRows } = await browserApi.getEditableProduct(_id)
    const drafts = sizeRows.map(({ _id: sizeId, size, stock }) => {
      const shown = sizes.findIndex((one) => one.size === size)
      return { _id: sizeId, size, stock: stocks[shown] ?? stock, was: sizes[shown]?.stock ?? stock }
    })
    return browserApi.editProduct(_id, { revision, sizes: drafts })
  }

  return {
    groups,
    refresh,
    refreshAll,
    step,
    putOnSale: ({ _id, revision }: AdminProduct) =>
      save(_id, () => browserApi.editProduct(_id, { revision, isDraft: false }), WORDINGS.fallback),
    setSizes: (product: AdminProduct, stocks: readonly number[]) =>
      sayRestocked(
        product,
        save(product._id, () => setSizes(product, stocks), ADMIN_WORDINGS.updateStockFailed),
      ),
    setStock: (product: AdminProduct, stock: number) =>
      sayRestocked(
        product,
        save(
          product._id,
          () => browserApi.setStock(product._id, stock, undefined, product.stock),
          ADMIN_WORDINGS.updateStockFailed,
        ),
      ),
    updatePrice: (
      { _id, price: was, discountedPrice: wasDiscounted }: AdminProduct,
      prices: { price: number; discountedPrice?: number | null | undefined },
    ) =>
      save(
        _id,
        async () => {
          const known = { price: was, discountedPrice: wasDiscounted ?? null }
          const answer = await browserApi.updatePrice(_id, { ...prices, was: known })
          if (answer.warning !== undefined) void showAlert(answer.warning)
          return answer
        },
        ADMIN_WORDINGS.updatePriceFailed,
      ),
  }
}

export type RowActions = Pick<
  ReturnType<typeof useProducts>,
  'step' | 'putOnSale' | 'setStock' | 'setSizes' | 'updatePrice'
>
