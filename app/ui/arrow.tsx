import { ArrowRight } from 'lucide-react'

/** The arrow after the words of a link. The sign itself is real text; the eye gets a drawn one, the same on every machine. */
export function Arrow() {
  return (
    <span className="arrow">
      <span className="visually-hidden"> →</span>
      <ArrowRight size="1em" aria-hidden="true" />
    </span>
  )
}
