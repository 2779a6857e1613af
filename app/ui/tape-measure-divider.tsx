/** A divider that looks like a tape measure. */
export function TapeMeasureDivider({ className = '' }: { className?: string | undefined }) {
  return <hr className={`tick-rule ${className}`} />
}
