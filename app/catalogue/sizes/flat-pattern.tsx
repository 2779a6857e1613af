interface MeasureLine {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  label: readonly [x: number, y: number]
  anchor?: 'start' | 'middle' | 'end'
}

interface Pattern {
  outline: string
  /** Seams, drawn dashed. */
  seams: string
  measures: Readonly<Record<string, MeasureLine>>
}

const TOP: Pattern = {
  outline: 'M132 34 98 46 44 124 70 142 104 104 104 262H216L216 104 250 142 276 124 222 46 188 34Q160 58 132 34Z',
  seams: 'M98 46Q112 76 104 104M222 46Q208 76 216 104M160 50V262',
  measures: {
    shoulder: { from: [98, 20], to: [222, 20], label: [160, 14], anchor: 'middle' },
    chest: { from: [104, 120], to: [216, 120], label: [160, 134], anchor: 'middle' },
    length: { from: [196, 40], to: [196, 262], label: [160, 220], anchor: 'middle' },
    sleeve: { from: [230, 40], to: [286, 118], label: [268, 66] },
    collar: { from: [140, 42], to: [180, 42], label: [160, 72], anchor: 'middle' },
  },
}

/** The same with sleeves down to the wrist. */
const LONG_SLEEVED: Pattern = {
  outline: 'M132 34 98 46 40 214 66 224 104 112 104 262H216L216 112 254 224 280 214 222 46 188 34Q160 58 132 34Z',
  seams: 'M98 46Q112 76 104 112M222 46Q208 76 216 112M160 50V262M45 200 70 211M275 200 250 211',
  measures: {
    ...TOP.measures,
    sleeve: { from: [232, 44], to: [289, 210], label: [266, 100] },
  },
}

const BOTTOM: Pattern = {
  outline: 'M114 34H206L220 100 208 270H170L160 128 150 270H112L100 100Z',
  seams: 'M112 48H208M160 34V128M160 48Q172 84 160 104',
  measures: {
    waist: { from: [114, 20], to: [206, 20], label: [160, 14], anchor: 'middle' },
    rise: { from: [152, 34], to: [152, 126], label: [92, 66], anchor: 'end' },
    hip: { from: [101, 96], to: [219, 96], label: [228, 96] },
    thigh: { from: [161, 136], to: [217, 136], label: [228, 140] },
    knee: { from: [165, 200], to: [212, 200], label: [228, 204] },
    legOpening: { from: [170, 280], to: [208, 280], label: [228, 284] },
    inseam: { from: [156, 132], to: [146, 270], label: [92, 208], anchor: 'end' },
  },
}

interface FlatPatternProps {
  /** The words of each measure, such as `Chest 108`. */
  words: Readonly<Record<string, string>>
  isLongSleeved?: boolean
}

/** The garment's pieces laid flat, with its measures where they are taken. Its table says the same. */
export function FlatPattern({ words, isLongSleeved = false }: FlatPatternProps) {
  // A waist alone is that of trousers, and each piece has a measure that the other has not.
  const pieces = [isLongSleeved ? LONG_SLEEVED : TOP, BOTTOM].filter(({ measures }) =>
    Object.keys(measures).some((name) => name in words && name !== 'waist' && name !== 'length'),
  )
  if (pieces.length === 0) return null
  return (
    <div className="mb-4 flex flex-wrap justify-center gap-4" aria-hidden="true">
      {pieces.map(({ outline, seams, measures }) => (
        <svg key={outline} viewBox="0 0 330 296" className="w-full max-w-sm flex-1 basis-64">
          <path d={outline} fill="var(--color-card)" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
          <path d={seams} fill="none" stroke="var(--color-edge)" strokeDasharray="4 3" />
          {Object.entries(measures).map(([name, { from, to, label, anchor = 'start' }]) => {
            if (words[name] === undefined) return null
            const [[x1, y1], [x2, y2]] = [from, to]
            return (
              <g key={name}>
                <line x1={x1} y1={y1} x2={x2} y2={y2} stroke="var(--color-link)" strokeWidth="1.25" />
                <circle cx={x1} cy={y1} r="2.5" fill="var(--color-link)" />
                <circle cx={x2} cy={y2} r="2.5" fill="var(--color-link)" />
                <text
                  x={label[0]}
                  y={label[1]}
                  textAnchor={anchor}
                  fill="currentColor"
                  stroke="var(--color-paper)"
                  strokeWidth="3"
                  paintOrder="stroke"
                  className="text-[11px] font-bold tabular-nums"
                >
                  {words[name]}
                </text>
              </g>
            )
          })}
        </svg>
      ))}
    </div>
  )
}
