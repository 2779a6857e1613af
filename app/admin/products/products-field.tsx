import { useEffect, useState } from 'react'

import { FoundProducts, useFoundProducts } from '#app/admin/products/found-products.tsx'
import { focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { catchCode } from '#contract/api/errors.ts'

interface ProductsFieldProps {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  max: number
  /** The names of products that are known already. */
  known?: Named
  /** Ids. */
  value: readonly string[]
  onChange(ids: string[]): void
}

type Named = readonly { _id: string; name: string }[]

const GONE = 'Not on sale any more'

/** Products chosen by a search for their names. A field for one product takes the one that was chosen last. */
export function ProductsField({ id, label, hint, error, max, known: given = [], value, onChange }: ProductsFieldProps) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(given.map(({ _id, name }) => [_id, name])),
  )
  const { search, found, find, clear } = useFoundProducts()
  useEffect(() => {
    const unknown = value.filter((one) => names[one] === undefined)
    if (unknown.length === 0) return
    const asked = unknown.map(async (one) => {
      const product = await catchCode(browserApi.getProduct(one), 'not_found', null)
      return [one, product?.name ?? GONE] as const
    })
    void Promise.all(asked).then(
      (entries) => setNames((before) => ({ ...before, ...Object.fromEntries(entries) })),
      () => undefined,
    )
  }, [value, names])

  const isFull = max > 1 && value.length >= max
  function add({ _id, name }: Named[number]) {
    setNames((known) => ({ ...known, [_id]: name }))
    onChange(max === 1 ? [_id] : [...value, _id])
    clear()
  }
  return (
    <div className="grid gap-3" data-rows>
      <TextField
        id={id}
        label={label}
        hint={
          isFull
            ? `It has ${max} products, and more it cannot have. Remove one first.`
            : (hint ?? 'Type two letters of a name.')
        }
        error={error}
        autoComplete="off"
        value={search}
        onChange={(event) => void find(event.currentTarget.value)}
      />
      <FoundProducts found={found} isDisabled={({ _id }) => isFull || value.includes(_id)} onAdd={add} />
      {value.length > 0 && (
        <ul className="grid max-h-96 gap-2 overflow-y-auto">
          {value.map((one) => (
            <li key={one} className="flex flex-wrap items-center justify-between gap-3">
              <span>{names[one] ?? '…'}</span>
              <Button
                variant="outline"
                isSmall
                aria-label={`Remove ${names[one] ?? 'this product'}`}
                data-removes
                onClick={(event) => {
                  focusNextRow(event)
                  onChange(value.filter((other) => other !== one))
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
