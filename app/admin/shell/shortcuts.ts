/** Where G and then a letter leads. */
export const PLACES = [
  { key: 'd', label: 'Dashboard', to: '/admin/dashboard' },
  { key: 'p', label: 'Products', to: '/admin/products' },
  { key: 'o', label: 'Orders', to: '/admin/neworders' },
  { key: 'c', label: 'Contacts', to: '/admin/contacts' },
  { key: 'm', label: 'Reconciliation', to: '/admin/reconciliation' },
  { key: 'r', label: 'Reviews', to: '/admin/reviews' },
  { key: 'a', label: 'Audit log', to: '/admin/audit' },
] as const

/** So long the second key is waited for. */
const SEQUENCE_MS = 1500
const SWITCH = 'adminShortcuts'

export type Command = { kind: 'palette' } | { kind: 'help' } | { kind: 'go'; to: string }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Whether a key belongs to what has the focus: somebody is writing, choosing or answering a question. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]')
}

/**
 * Reads key presses: Ctrl+K always, single keys only where `isSingle` allows them. Answers what is asked for, if
 * anything; G waits for the key after it.
 */
export function createKeyReader() {
  let begunAt: number | undefined
  return (press: Press, isSingle: boolean): Command | undefined => {
    const key = press.key.toLowerCase()
    if ((press.ctrlKey || press.metaKey) && !press.altKey && key === 'k') return { kind: 'palette' }
    const wasBegun = begunAt !== undefined && press.timeStamp - begunAt <= SEQUENCE_MS
    begunAt = undefined
    if (!isSingle || press.ctrlKey || press.metaKey || press.altKey) return undefined
    if (wasBegun) {
      const place = PLACES.find((one) => one.key === key)
      return place && { kind: 'go', to: place.to }
    }
    if (key === 'g') begunAt = press.timeStamp
    return key === '?' ? { kind: 'help' } : undefined
  }
}

/** Whether single keys are shortcuts; they are until somebody turns them off in this browser. */
export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off'
  } catch {
    return true
  }
}

export function saveShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(SWITCH, isOn ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing has them as they are by default.
  }
}
