import { barCode } from '#contract/orders/code-128.ts'

const HEIGHT = 40

/** A text as a bar code that a scanner reads, with the text below it. A text without a bar code stands alone. */
export function BarCode({ text }: { text: string }) {
  const code = barCode(text)
  return (
    <figure className="mt-6">
      {code && (
        <svg
          className="max-w-full bg-white fill-black p-2"
          viewBox={`0 0 ${code.width} ${HEIGHT}`}
          width={code.width * 1.5}
          height={HEIGHT}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          {code.bars.map(({ at, width }) => (
            <rect key={at} x={at} y={0} width={width} height={HEIGHT} />
          ))}
        </svg>
      )}
      <figcaption className="mt-1 text-sm">
        <code>{text}</code>
      </figcaption>
    </figure>
  )
}
