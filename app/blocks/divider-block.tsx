import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'

export function DividerBlock() {
  return (
    <div className="container">
      <TapeMeasureDivider />
    </div>
  )
}
