import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

import { focusArrow, focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useFirstCategories } from '#app/api/use-shop.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import { CATEGORIES_ENTRY, menuLines, writeMenuLine, type MenuLink } from '#contract/pages-of-blocks/menus.ts'
import { pagePath } from '#contract/pages-of-blocks/page-limits.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'

const PAGES = ['/', '/getproducts', '/about', '/contact', '/shipping', '/returns', CATEGORIES_ENTRY]

/** Addresses of the shop that a link may lead to, as suggestions. */
function useAddresses(): string[] {
  const categories = useFirstCategories().map(({ slug }) => `/categories/${encodeURIComponent(slug)}`)
  const [own, setOwn] = useState<string[]>([])
  const [collections, setCollections] = useState<string[]>([])
  useEffect(() => {
    browserApi.getCollections().then(
      (answer) => setCollections(answer.collections.map(({ slug }) => collectionPath(slug))),
      () => undefined,
    )
    // Whoever may not see the pages types their addresses.
    browserApi.listPageNames().then(
      (names) => setOwn(names.map(({ slug }) => pagePath(slug)).filter((path) => !PAGES.includes(path))),
      () => undefined,
    )
  }, [])
  return [...PAGES, ...categories, ...collections, ...own]
}

interface Row extends MenuLink {
  key: number
  isTitle: boolean
}

interface MenuFieldProps {
  setting: ShownSetting
  error: string | undefined
}

/** A menu as rows that are written, moved and taken away. The form gets its text. */
export function MenuField({ setting: { name, label, hint, value }, error }: MenuFieldProps) {
  const id = useId()
  const addresses = useAddresses()
  const [rows, setRows] = useState<Row[]>(() =>
    menuLines(String(value)).map((line, key) => ({ ...line, key, isTitle: line.to === '' })),
  )
  const hasTitles = name !== 'mainMenu'
  const change = (key: number, values: Partial<MenuLink>) =>
    setRows((known) => known.map((row) => (row.key === key ? { ...row, ...values } : row)))
  function move(from: number, pressed: 'up' | 'down') {
    const [row] = rows.slice(from, from + 1)
    if (!row) return
    const to = pressed === 'up' ? from - 1 : from + 1
    setRows(rows.toSpliced(from, 1).toSpliced(to, 0, row))
    focusArrow(`${name}-${row.key}`, pressed, to === (pressed === 'up' ? 0 : rows.length - 1))
  }
  const add = (isTitle: boolean) =>
    setRows((known) => [
      ...known,
      { key: Math.max(-1, ...known.map(({ key }) => key)) + 1, label: '', to: '', isTitle },
    ])
  const text = rows.map(({ label: words, to, isTitle }) => (isTitle ? words : `${words} → ${to}`)).join('\n')
  const untouched = menuLines(String(value)).map(writeMenuLine).join('\n')
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} data-rows>
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      <input type="hidden" name={name} value={text === untouched ? String(value) : text} />
      <datalist id={`${id}-addresses`}>
        {addresses.map((address) => (
          <option key={address} value={address}>
            {address}
          </option>
        ))}
      </datalist>
      <ol className="grid gap-2">
        {rows.map((row, index) => {
          const about = <VisuallyHidden>{` of line ${index + 1}, ${label}`}</VisuallyHidden>
          return (
            <li key={row.key} className="flex flex-wrap items-end gap-2 max-sm:mb-2">
              <label className="grid min-w-28 flex-1 gap-1 text-xs text-muted">
                <span>
                  <span>{row.isTitle ? 'Title' : 'Label'}</span>
                  {about}
                </span>
                <input
                  className={`input text-sm ${row.isTitle ? 'font-bold' : ''}`}
                  value={row.label}
                  maxLength={60}
                  aria-invalid={error?.startsWith(`Line ${index + 1}`) ? true : undefined}
                  onChange={(event) => change(row.key, { label: event.target.value })}
                />
              </label>
              {!row.isTitle && (
                <label className="grid min-w-36 flex-[2] gap-1 text-xs text-muted max-sm:order-last max-sm:basis-full">
                  <span>
                    <span>Leads to</span>
                    {about}
                  </span>
                  <input
                    className="input text-sm"
                    value={row.to}
                    list={`${id}-addresses`}
                    placeholder="/"
                    onChange={(event) => change(row.key, { to: event.target.value })}
                  />
                </label>
              )}
              <span className="flex">
                <IconButton
                  id={`move-up-${name}-${row.key}`}
                  label={`Move line ${index + 1} of ${label} up`}
                  icon={ArrowUp}
                  isSmall
                  disabled={index === 0}
                  onClick={() => move(index, 'up')}
                />
                <IconButton
                  id={`move-down-${name}-${row.key}`}
                  label={`Move line ${index + 1} of ${label} down`}
                  icon={ArrowDown}
                  isSmall
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, 'down')}
                />
                <IconButton
                  label={`Remove line ${index + 1} of ${label}`}
                  icon={Trash2}
                  isSmall
                  data-removes
                  onClick={(event) => {
                    focusNextRow(event)
                    setRows((known) => known.toSpliced(index, 1))
                  }}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" isSmall onClick={() => add(false)}>
          {`Add a link to ${label}`}
        </Button>
        {hasTitles && (
          <Button variant="outline" isSmall onClick={() => add(true)}>
            {`Add a title to ${label}`}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className={error ? 'field-error' : 'field-hint'}>
        {error ?? hint}
      </p>
    </div>
  )
}
