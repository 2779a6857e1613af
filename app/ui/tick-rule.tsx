/** The tape measure that divides a page. */
export function TickRule({ className = '' }: { className?: string | undefined }) {
  return <hr className={`tick-rule ${className}`} />
}
