import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Form, useLocation } from 'react-router'

import { useLazyModule } from '#app/ui/use-lazy-module.ts'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus between the field and the entries below it; a letter typed on an entry goes into the field. */
function moveFocus(event: KeyboardEvent<HTMLFormElement>, field: HTMLInputElement): void {
  const step = STEPS[event.key]
  if (step === undefined) {
    if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) field.focus()
    return
  }
  const stops: HTMLElement[] = [field, ...event.currentTarget.querySelectorAll<HTMLElement>('[data-suggestions] a')]
  const now = stops.indexOf(document.activeElement as HTMLElement)
  if (now === -1 || stops.length === 1) return
  event.preventDefault()
  stops[(now + step + stops.length) % stops.length]?.focus()
}

interface SearchFormProps {
  /** What distinguishes it from the header's. */
  label?: string
  field?: RefObject<HTMLInputElement | null> | undefined
}

/**
 * Search with suggestions, whose code comes with the first focus. Without JavaScript it is a plain form that opens the
 * list.
 */
export function SearchForm({ label, field }: SearchFormProps) {
  const id = useId()
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const ownField = useRef<HTMLInputElement>(null)
  const input = field ?? ownField
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [Panel, loadPanel] = useLazyModule(() => import('#app/shell/search-panel.tsx').then((part) => part.SearchPanel))
  useEffect(() => setIsOpen(false), [location])

  function open() {
    setIsOpen(true)
    if (!Panel) loadPanel()
  }

  return (
    <Form
      ref={form}
      action="/getproducts"
      method="get"
      role="search"
      aria-label={label}
      className="relative min-w-0 flex-1"
      onFocus={open}
      onBlur={(event) => {
        if (!form.current?.contains(event.relatedTarget)) setIsOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          input.current?.focus()
          setIsOpen(false)
        } else if (input.current) moveFocus(event, input.current)
      }}
      onSubmit={() => {
        setIsOpen(false)
        import('#app/shell/recent-searches.ts').then(
          ({ saveSearch }) => saveSearch(search, localStorage),
          () => undefined,
        )
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search products
      </label>
      <input
        ref={input}
        id={id}
        className="h-11 w-full rounded-control border border-line bg-paper ps-10 pe-3 text-sm max-lg:text-base"
        type="search"
        name="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Search"
        maxLength={100}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          open()
        }}
      />
      <button
        type="submit"
        className="absolute inset-y-0 start-0 grid w-10 place-items-center text-muted"
        aria-label="Search"
      >
        <Search size={18} aria-hidden="true" />
      </button>
      {isOpen && Panel && <Panel search={search} />}
    </Form>
  )
}
