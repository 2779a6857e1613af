/**
 * A headline's last word with a marigold full stop that never wraps to a line of its own and is part of the text. The
 * word itself may break, where somebody has spaced out all text.
 */
export function PunctuatedHeadline({ children }: { children: string }) {
  return (
    <>
      <span>{children.slice(0, -1)}</span>
      <span className="whitespace-nowrap">
        {children.slice(-1)}
        <span className="stop">.</span>
      </span>
    </>
  )
}
