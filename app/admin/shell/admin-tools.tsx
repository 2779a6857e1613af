import { Command as CommandSign, Keyboard } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

import { createShortcutReader, hasShortcuts, isTyping } from '#app/admin/shell/keyboard-shortcuts.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

// Loaded on first use.
const CommandPalette = lazy(() =>
  import('#app/admin/shell/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const ShortcutHelp = lazy(() =>
  import('#app/admin/shell/shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })),
)

type Opened = 'palette' | 'help' | undefined

/** Says that the next page is loading. */
export function NavigationLoading() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  if (state !== 'loading' || location.pathname === pathname) return null
  return (
    <p role="status" className="admin-loading">
      <Spinner />
      <span>Loading...</span>
    </p>
  )
}

/** The palette and the keyboard shortcuts of the admin pages, and a button for each. */
export function AdminTools() {
  const [opened, setOpened] = useState<Opened>()
  const navigate = useNavigate()

  useEffect(() => {
    const read = createShortcutReader()
    function onKeyDown(event: KeyboardEvent) {
      if (event.isComposing || event.defaultPrevented) return
      const command = read(event, hasShortcuts() && !isTyping(event.target))
      if (!command) return
      // The palette must not cover a dialog that waits for an answer.
      if (command.kind === 'palette' && document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (command.kind === 'go') void navigate(command.to)
      else setOpened(command.kind)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])

  return (
    <div className="admin-tools">
      <Button
        variant="outline"
        isSmall
        className="admin-jump"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpened('palette')}
      >
        <CommandSign size={16} aria-hidden="true" />
        <span className="admin-wide-words">Jump to…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </Button>
      <IconButton
        label="Keyboard shortcuts"
        icon={Keyboard}
        size={18}
        isSmall
        title="Keyboard shortcuts"
        className="max-lg:hidden"
        onClick={() => setOpened('help')}
      />
      <Suspense fallback={null}>
        {opened === 'palette' && <CommandPalette onClose={() => setOpened(undefined)} />}
        {opened === 'help' && <ShortcutHelp onClose={() => setOpened(undefined)} />}
      </Suspense>
    </div>
  )
}
