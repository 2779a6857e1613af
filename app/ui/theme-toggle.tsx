import { SunMoon } from 'lucide-react'
import { useSyncExternalStore } from 'react'

/**
 * Runs in <head> before the first paint and sets the chosen theme on <html>, because the cached page is the same for
 * everyone.
 */
export const THEME_SCRIPT =
  '{const m=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]}'

const YEAR_SECONDS = 31_536_000
const DARK = '(prefers-color-scheme: dark)'

function subscribe(onChange: () => void): () => void {
  const system = matchMedia(DARK)
  const chosen = new MutationObserver(onChange)
  system.addEventListener('change', onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    chosen.disconnect()
  }
}

function isDarkNow(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia(DARK).matches : theme === 'dark'
}

/** Keeps a theme for this browser. */
export function chooseTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
}

/** Switches between dark and light in this browser. Until it is used, the system's setting applies. */
export function ThemeToggle() {
  const isDark = useSyncExternalStore(subscribe, isDarkNow, () => false)
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small -mx-3"
      aria-pressed={isDark}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <SunMoon size={18} aria-hidden="true" />
      Dark theme
    </button>
  )
}
