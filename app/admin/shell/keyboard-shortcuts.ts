import { MENU_ENTRIES } from '#app/admin/shell/menu-entries.ts'

/** The longest time between the two keys of a shortcut. */
const SEQUENCE_MS = 1500
const STORAGE_KEY = 'adminShortcuts'

type Command = { kind: 'palette' } | { kind: 'help' } | { kind: 'go'; to: string }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** True while a key press belongs to the focused field or to an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]')
}

/**
 * Reads key presses and returns the command, if there is one. Ctrl+K always counts, single keys only if `isSingle` is
 * true.
 */
export function createShortcutReader() {
  let firstKeyAt: number | undefined
  return (press: Press, isSingle: boolean): Command | undefined => {
    const key = press.key.toLowerCase()
    if ((press.ctrlKey || press.metaKey) && !press.altKey && key === 'k') return { kind: 'palette' }
    const isSecondKey = firstKeyAt !== undefined && press.timeStamp - firstKeyAt <= SEQUENCE_MS
    firstKeyAt = undefined
    if (!isSingle || press.ctrlKey || press.metaKey || press.altKey) return undefined
    if (isSecondKey) {
      const entry = MENU_ENTRIES.find((one) => one.key === key)
      return entry && { kind: 'go', to: entry.to }
    }
    if (key === 'g') firstKeyAt = press.timeStamp
    return key === '?' ? { kind: 'help' } : undefined
  }
}

/** Whether single-key shortcuts are on. They are, until they are turned off in this browser. */
export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns single-key shortcuts on or off in this browser. */
export function saveShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
  } catch {
    // Without storage the default stays.
  }
}
