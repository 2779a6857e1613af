import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'

import { useSuggestions } from '#app/shell/use-suggestions.ts'
import { Link } from '#app/ui/link.tsx'
import { formatRupees, paidPrice } from '#contract/money.ts'

const ENTRY = 'flex min-h-11 items-center gap-3 rounded-control px-3 py-1 hover:bg-card'

/** Search with suggestions. Without JavaScript it is a plain form that opens the product list. */
export function HeaderSearch({ className = '' }: { className?: string }) {
  const id = useId()
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const suggestions = useSuggestions(isOpen ? search : '')
  const hits = suggestions ? suggestions.products.length + suggestions.categories.length : 0

  useEffect(() => setIsOpen(false), [location])

  return (
    <Form
      ref={form}
      action="/getproducts"
      method="get"
      role="search"
      className={`relative ${className}`}
      onFocus={() => setIsOpen(true)}
      onBlur={(event) => {
        if (!form.current?.contains(event.relatedTarget)) setIsOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setIsOpen(false)
      }}
      onSubmit={() => setIsOpen(false)}
    >
      <label htmlFor={id} className="sr-only">
        Search products
      </label>
      <input
        id={id}
        className="h-11 w-full rounded-control border border-line bg-paper ps-10 pe-3 text-sm"
        type="search"
        name="search"
        autoComplete="off"
        placeholder="Search"
        maxLength={100}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setIsOpen(true)
        }}
      />
      <button
        type="submit"
        className="absolute inset-y-0 start-0 grid w-10 place-items-center text-muted"
        aria-label="Search"
      >
        <Search size={18} aria-hidden="true" />
      </button>
      <p className="sr-only" aria-live="polite">
        {isOpen && suggestions && search.length > 1 ? `${hits} suggestions` : ''}
      </p>
      {isOpen && suggestions && hits > 0 && (
        <ul className="absolute inset-x-0 top-full z-10 mt-2 min-w-72 rounded-card border border-line bg-paper p-2 text-sm shadow-float">
          {suggestions.categories.map(({ _id, name, slug }) => (
            <li key={_id}>
              <Link className={ENTRY} to={`/categories/${encodeURIComponent(slug)}`}>
                <span>{`${name} `}</span>
                <span className="text-muted">category</span>
              </Link>
            </li>
          ))}
          {suggestions.products.map((product) => (
            <li key={product._id}>
              <Link className={ENTRY} to={`/product/${product._id}`}>
                {product.images[0] && (
                  <img
                    src={`${product.images[0]}?w=160`}
                    alt=""
                    width={32}
                    height={40}
                    className="rounded-[6px] object-cover"
                  />
                )}
                <span className="min-w-0 flex-1 truncate">{product.name}</span>
                <span className="price">{formatRupees(paidPrice(product))}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Form>
  )
}
