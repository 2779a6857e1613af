import { useEffect, useState } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { catchCode } from '#contract/errors.ts'

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

/** Products chosen by a search for their names. */
export function ProductsField({ id, label, hint, error, max, known: given = [], value, onChange }: ProductsFieldProps) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(given.map(({ _id, name }) => [_id, name])),
  )
  const [found, setFound] = useState<Named>([])
  const [search, setSearch] = useState('')
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

  async function find(text: string) {
    setSearch(text)
    if (text.trim().length < 2) return setFound([])
    const { products } = await browserApi.suggest(text).catch(() => ({ products: [] }))
    setFound(products)
  }
  function add({ _id, name }: Named[number]) {
    setNames((known) => ({ ...known, [_id]: name }))
    onChange([...value.filter((one) => one !== _id).slice(0, max === 1 ? 0 : max - 1), _id])
    setFound([])
    setSearch('')
  }
  return (
    <div className="grid gap-3">
      <TextField
        id={id}
        label={label}
        hint={hint ?? 'Type two letters of a name.'}
        error={error}
        autoComplete="off"
        value={search}
        onChange={(event) => void find(event.currentTarget.value)}
      />
      {found.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {found.map((product) => (
            <li key={product._id}>
              <Button variant="outline" isSmall onClick={() => add(product)}>
                {`Add ${product.name}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value.length > 0 && (
        <ul className="grid max-h-96 gap-2 overflow-y-auto">
          {value.map((one) => (
            <li key={one} className="flex flex-wrap items-center justify-between gap-3">
              <span>{names[one] ?? '…'}</span>
              <Button
                variant="outline"
                isSmall
                aria-label={`Remove ${names[one] ?? 'this product'}`}
                onClick={() => onChange(value.filter((other) => other !== one))}
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
