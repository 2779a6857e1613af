import { useState } from 'react'

import { MENU_ENTRIES } from '#app/admin/shell/menu-entries.ts'
import type { MenuEntry } from '#app/admin/shell/menu-entry.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { shownScreens } from '#app/admin/shell/side-lines.ts'
import { useKnownToDoCounts } from '#app/admin/shell/use-to-do-counts.ts'
import { hasShortcuts, saveShortcuts } from '#app/admin/shell/keyboard-shortcuts.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { CheckField } from '#app/ui/field.tsx'

const rowsFor = (screens: readonly MenuEntry[]) => [
  { keys: ['Ctrl', 'K'], does: 'Jump to a screen, product, order or message' },
  ...screens.flatMap(({ key, label }) => (key ? [{ keys: ['G', key.toUpperCase()], does: `Go to ${label}` }] : [])),
  { keys: ['?'], does: 'Show this help' },
  { keys: ['Shift', 'Space'], does: 'In a list: choose every row from the last one chosen' },
  { keys: ['Enter'], does: 'In a row that is edited: save' },
  { keys: ['Esc'], does: 'Give up an edit, close what is open' },
]

/** The list of keyboard shortcuts, and a switch for the single-key ones. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const rows = rowsFor(shownScreens(MENU_ENTRIES, useMayDo(), useKnownToDoCounts()))
  const [isOn, setIsOn] = useState(hasShortcuts)
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} width="34rem">
      <dl className="mt-2 grid gap-2">
        {rows.map(({ keys, does }) => (
          <div key={does} className="grid grid-cols-[7rem_1fr] items-center gap-4">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd className="text-sm">{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 border-t border-line pt-5">
        <CheckField
          label="Single keys are shortcuts (G and ?)"
          checked={isOn}
          onChange={(event) => {
            setIsOn(event.target.checked)
            saveShortcuts(event.target.checked)
          }}
        />
        <p className="field-hint mt-2">Turn them off if you speak to your computer or press keys by accident.</p>
      </div>
    </Dialog>
  )
}
