/** A word and its marigold full stop, which stay together at the end of a line. The stop is part of the text. */
export function PunctuatedHeadline({ children }: { children: string }) {
  return (
    <span className="whitespace-nowrap">
      {children}
      <span className="stop">.</span>
    </span>
  )
}
