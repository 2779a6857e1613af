import { X } from 'lucide-react'
import { useEffect, useId, useRef, type CSSProperties, type ReactNode } from 'react'

import { IconButton } from './button.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  /** Called when the visitor closes it by Escape, by a click on the backdrop or by the 'Close' button. */
  onClose: () => void
  children: ReactNode
  /** `drawer` slides in from the side, `full` fills the window. */
  kind?: 'box' | 'drawer' | 'full' | undefined
  isTitleHidden?: boolean | undefined
  /** A CSS length; only for a box. */
  width?: string | undefined
  /** Stays at the bottom of a drawer while its content scrolls. */
  foot?: ReactNode
  className?: string | undefined
}

const KINDS = { box: 'dialog', drawer: 'dialog-drawer p-6', full: 'dialog-full' }

/** A native modal dialog: the rest of the page is inert while it is open, and the focus returns when it closes. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  kind = 'box',
  isTitleHidden,
  width,
  foot,
  className = '',
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressOutside = useRef(false)
  const titleId = useId()
  useModal(dialog, isOpen)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`${KINDS[kind]} ${className}`}
      style={width === undefined ? undefined : ({ '--dialog-width': width } as CSSProperties)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        isPressOutside.current = event.target === dialog.current && isOutside(event, dialog.current)
      }}
      onClick={(event) => {
        // Selecting text from inside to outside also ends as a click on the dialog itself.
        if (isPressOutside.current && event.target === dialog.current && isOutside(event, dialog.current)) onClose()
      }}
    >
      {isOpen && (
        <>
          <div className="dialog-head">
            <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : 'heading heading-3'}>
              {title}
            </h2>
            <IconButton label="Close" icon={X} className="ms-auto" onClick={onClose} />
          </div>
          {foot === undefined ? children : <div className="dialog-body">{children}</div>}
          {foot !== undefined && <div className="dialog-foot">{foot}</div>}
        </>
      )}
    </dialog>
  )
}

/** Opens a native dialog while `isOpen` is true. Closing it before it is unmounted restores the focus. */
export function useModal(dialog: { readonly current: HTMLDialogElement | null }, isOpen: boolean): void {
  useEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return undefined
    element.showModal()
    return () => element.close()
  }, [dialog, isOpen])
}

/** The backdrop belongs to the dialog element, so only the pointer's position tells whether a click was outside. */
function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
