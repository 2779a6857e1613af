import { useEffect, useId, useRef, useState, type PointerEvent, type ReactNode } from 'react'

interface DropdownProps {
  /** The button's content. */
  label: ReactNode
  /**
   * Always rendered: without JavaScript the styles show it on hover and on focus. Pressing a link or a button in it
   * closes it.
   */
  children: ReactNode
  buttonClassName?: string | undefined
  panelClassName?: string | undefined
  /** Which edge of the button the panel is aligned to. */
  align?: 'start' | 'end' | undefined
  /** Also opens on hover. */
  opensOnHover?: boolean | undefined
}

const LEAVE_MS = 150

/**
 * A button that shows and hides a panel. Escape closes it and restores the focus; a press or a focus elsewhere closes
 * it.
 */
export function Dropdown({
  label,
  children,
  buttonClassName,
  panelClassName = '',
  align = 'start',
  opensOnHover,
}: DropdownProps) {
  const panelId = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A panel opened by hover closes when the mouse leaves; a press keeps it open.
  const [openedBy, setOpenedBy] = useState<'hover' | 'press'>()
  const close = () => setOpenedBy(undefined)
  useCloseFromOutside(box, openedBy !== undefined, close)
  useEffect(() => () => clearTimeout(leaving.current), [])

  const hover = opensOnHover && {
    onPointerEnter: (event: PointerEvent) => {
      clearTimeout(leaving.current)
      if (event.pointerType === 'mouse') setOpenedBy((current) => current ?? 'hover')
    },
    onPointerLeave: () => {
      leaving.current = setTimeout(
        () => setOpenedBy((current) => (current === 'hover' ? undefined : current)),
        LEAVE_MS,
      )
    },
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside acts
    <div
      ref={box}
      className="dropdown"
      {...hover}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || openedBy === undefined) return
        event.stopPropagation()
        close()
        button.current?.focus()
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={buttonClassName}
        aria-expanded={openedBy !== undefined}
        aria-controls={panelId}
        onClick={() => setOpenedBy((current) => (current === 'press' ? undefined : 'press'))}
      >
        {label}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- its links and buttons act by key */}
      <div
        id={panelId}
        className={`panel ${panelClassName}`}
        data-align={align}
        hidden={openedBy === undefined}
        onClick={(event) => {
          if (!(event.target instanceof Element && event.target.closest('a, button'))) return
          close()
          // The focused element is hidden now. A navigation then moves the focus to the new page's heading.
          button.current?.focus()
        }}
      >
        {children}
      </div>
    </div>
  )
}

function useCloseFromOutside(box: { readonly current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointerDown = (event: globalThis.PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    // A panel opened by hover has no focus inside, and Escape must close it all the same.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKeyDown)
    }
  })
}
