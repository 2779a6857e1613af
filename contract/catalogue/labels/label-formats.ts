interface LabelFormat {
  label: string
  /** Millimetres. A page of a roll is one label. */
  page: readonly [width: number, height: number]
  cell: readonly [width: number, height: number]
  columns: number
  rows: number
  /** Between two columns. */
  gap: number
}

/**
 * The sheets and rolls that labels of garments are printed on. What is left of a page is its margin, the same on both
 * sides.
 */
const LABEL_FORMATS = {
  'a4-24': {
    label: 'A4, 24 labels of 63.5 × 33.9 mm',
    page: [210, 297],
    cell: [63.5, 33.9],
    columns: 3,
    rows: 8,
    gap: 2.5,
  },
  'a4-40': {
    label: 'A4, 40 labels of 45.7 × 25.4 mm',
    page: [210, 297],
    cell: [45.7, 25.4],
    columns: 4,
    rows: 10,
    gap: 2.5,
  },
  'a4-65': {
    label: 'A4, 65 labels of 38.1 × 21.2 mm',
    page: [210, 297],
    cell: [38.1, 21.2],
    columns: 5,
    rows: 13,
    gap: 2.5,
  },
  roll: { label: 'Roll, 50 × 25 mm', page: [50, 25], cell: [50, 25], columns: 1, rows: 1, gap: 0 },
} as const satisfies Record<string, LabelFormat>
export type LabelFormatName = keyof typeof LABEL_FORMATS
export const LABEL_FORMAT_NAMES = Object.keys(LABEL_FORMATS) as [LabelFormatName, ...LabelFormatName[]]

/** The most labels of one file. */
export const MAX_LABELS = 2000
export const MAX_COPIES = 100

/** The last place of the largest sheet: labels begin behind those that are used up. */
export const MAX_USED_LABELS = 64

export const labelFormat = (name: LabelFormatName): LabelFormat => LABEL_FORMATS[name]
