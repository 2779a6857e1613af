import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'

import type { Draft } from '#app/admin/products/product-draft.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { TextField, type TextFieldProps } from '#app/ui/field.tsx'
import type { ColourGroupAnswer } from '#contract/catalogue/admin-catalogue.ts'

const WAIT_MS = 150
const NOTHING: ColourGroupAnswer = { names: [], products: [] }

/** The groups whose names contain the typed text, and the products of the group with exactly this name. */
function useColourGroups(name: string, isWanted: boolean): ColourGroupAnswer {
  const [found, setFound] = useState({ name: '', answer: NOTHING })
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void browserApi
        .findColourGroups(name, stop)
        .catch(() => NOTHING)
        .then((answer) => !stop.signal.aborted && setFound({ name, answer }))
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [name, isWanted])
  return found.name === name ? found.answer : { ...found.answer, products: [] }
}

/**
 * Suggests existing groups, lists the other products of the typed one, and warns of a colour that the group has
 * already.
 */
export function ColourGroupField({ draft, hint, ...input }: TextFieldProps & { draft: Draft }) {
  const listId = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const { colourGroup, colour } = draft.fields
  const name = colourGroup.trim()
  const { names, products } = useColourGroups(name, hasFocus || name !== '')
  const others = name === '' ? [] : products.filter(({ _id }) => _id !== draft._id)
  const same = others.find(
    (other) => colour.trim() !== '' && other.colour?.toLowerCase() === colour.trim().toLowerCase(),
  )
  return (
    <div>
      <TextField {...input} hint={hint} list={listId} onFocus={() => setHasFocus(true)} />
      <datalist id={listId}>
        {names.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
      <div role="status" className="mt-1 grid gap-1 text-sm">
        {others.length > 0 && (
          <p>
            {'Also in it: '}
            {others.map((other, index) => (
              <span key={other._id}>
                {index > 0 && <span>, </span>}
                <Link to={`/admin/products/${other._id}`} className="link">
                  {other.name}
                </Link>
                <span>{` (${other.colour ?? 'no colour'})`}</span>
              </span>
            ))}
          </p>
        )}
        {same && (
          <p className="notice">
            {`${same.name} is ${same.colour} too. Shoppers see only one of them among the colours.`}
          </p>
        )}
        {name !== '' && colour.trim() === '' && (
          <p className="notice">Without a colour it is not shown in the group.</p>
        )}
      </div>
    </div>
  )
}
