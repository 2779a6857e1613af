import { barCode } from '#contract/orders/code-128.ts'

const HEIGHT = 40
/** The empty ends by which a scanner knows the code, in widths of its thinnest bar. */
const QUIET = 10

/** A text as a bar code that a scanner reads, with the text below it. A text without a bar code stands alone. */
export function BarCode({ text }: { text: string }) {
  const code = barCode(text)
  return (
    <figure className="mt-6">
      {code && (
        <svg
          className="max-w-full"
          viewBox={`${-QUIET} 0 ${code.width + 2 * QUIET} ${HEIGHT}`}
          width={(code.width + 2 * QUIET) * 1.5}
          height={HEIGHT}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          <rect x={-QUIET} y={0} width={code.width + 2 * QUIET} height={HEIGHT} fill="white" />
          {code.bars.map(({ at, width }) => (
            <rect key={at} x={at} y={0} width={width} height={HEIGHT} fill="black" />
          ))}
        </svg>
      )}
      <figcaption className="mt-1 text-sm">
        <code>{text}</code>
      </figcaption>
    </figure>
  )
}
