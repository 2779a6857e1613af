import { useLocation } from 'react-router'

/** Navigation state of the cart page: a sentence for each line of an earlier order that could not be added again. */
export interface UnavailableLinesState {
  leftOut: string[]
}

function sentencesIn(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('leftOut' in state) || !Array.isArray(state.leftOut)) return []
  return state.leftOut.filter((sentence) => typeof sentence === 'string')
}

/** Lists the lines of an earlier order that could not be added again; nothing if all were added. */
export function UnavailableLines() {
  const location = useLocation()
  const sentences = sentencesIn(location.state)
  if (sentences.length === 0) return null
  return (
    <section aria-labelledby="left-out" className="card mt-6 p-5">
      <h2 id="left-out" className="font-semibold">
        Not everything could be had again
      </h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
