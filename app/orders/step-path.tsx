import { TONE_COLOURS, type Tone } from '#app/ui/status-badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'

/** A step of a timeline: reached at `at`, or still ahead. */
export interface PathStep {
  word: string
  tone: Tone
  at: string | undefined
}

interface StepPathProps {
  steps: readonly PathStep[]
  /** What stands below a step that is still ahead. */
  aheadWord: (word: string) => string
}

/** Steps with their dates. Steps ahead have a dashed line. */
export function StepPath({ steps, aheadWord }: StepPathProps) {
  return (
    <ol className="order-path" aria-label="What has happened so far, and what comes">
      {steps.map(({ word, tone, at }, place) => (
        <li key={`${place} ${word}`} className={TONE_COLOURS[tone]} data-ahead={at === undefined ? '' : undefined}>
          <p className="text-sm font-semibold text-ink">
            {/* oxlint-disable-next-line layers/text-stands-alone -- the key has the word, so the text never changes */}
            {`${word} `}
            {at === undefined ? (
              <span className="block font-normal text-muted">{aheadWord(word)}</span>
            ) : (
              <time dateTime={at} className="block font-normal text-muted tabular-nums">
                {formatDateTime(at)}
              </time>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
