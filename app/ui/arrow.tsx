import { ArrowRight } from 'lucide-react'

/**
 * The arrow after a link's text: a character for screen readers, and an icon, which looks the same on every machine.
 */
export function Arrow() {
  return (
    <span className="arrow">
      <span className="visually-hidden"> →</span>
      <ArrowRight size="1em" aria-hidden="true" />
    </span>
  )
}
