import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'

import { withoutAdminEvents } from '#app/admin/shell/admin-events.ts'
import { usePaletteResults, type Hit } from '#app/admin/shell/use-palette-results.ts'
import { useSignOut } from '#app/shell/use-sign-out.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { chooseTheme } from '#app/ui/theme-toggle.tsx'

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
}

/**
 * A dialog that finds screens, actions, products, orders and messages. The arrow keys choose a result, Enter opens it.
 */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const { hits, isSearching } = usePaletteResults(words)
  const navigate = useNavigate()
  const signOut = useSignOut('admin')
  const id = useId()
  const current = Math.min(at, hits.length - 1)
  const field = useRef<HTMLInputElement>(null)
  // Opening the dialog has focused its first control, the close button.
  useEffect(() => field.current?.focus(), [])

  function go(hit: Hit | undefined) {
    if (!hit) return
    onClose()
    const { does } = hit
    if ('to' in does) void navigate(does.to)
    else if (does.deed === 'sign out') void withoutAdminEvents(signOut)
    else chooseTheme(does.deed)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (event.key === 'Enter') go(hits[current])
    else if (step && hits.length > 0) setAt(step(current, hits.length))
    else return
    event.preventDefault()
  }
  const groups = Map.groupBy(hits, ({ group }) => group)

  return (
    <Dialog title="Jump to" isOpen isTitleHidden onClose={onClose} width="36rem" className="palette">
      <input
        ref={field}
        className="input"
        type="text"
        role="combobox"
        aria-label="Jump to a screen, action, product, order or message"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={hits.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Screen, action, product, order, customer, message"
        maxLength={100}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" className="palette-list">
        {[...groups].map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <p className="palette-group" aria-hidden="true">
              {group}
            </p>
            {members.map((hit) => {
              const place = hits.indexOf(hit)
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field's keys choose
                <div
                  key={place}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === current}
                  className="palette-hit"
                  onMouseMove={() => setAt(place)}
                  onClick={() => go(hit)}
                >
                  <span>{hit.label}</span>
                  <span className="text-sm text-muted">{hit.detail}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="mt-3 min-h-6 text-sm text-muted" role="status">
        {isSearching ? 'Searching…' : hits.length === 0 ? 'Nothing found.' : ''}
      </p>
    </Dialog>
  )
}
