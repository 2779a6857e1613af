/** A headline's last word with a marigold full stop that never wraps to a line of its own and is part of the text. */
export function PunctuatedHeadline({ children }: { children: string }) {
  return (
    <span className="whitespace-nowrap">
      {children}
      <span className="stop">.</span>
    </span>
  )
}
