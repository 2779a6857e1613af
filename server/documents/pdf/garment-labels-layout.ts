import type { LabelFormatName } from '#contract/catalogue/labels/label-formats.ts'

import { labelFormat } from '#contract/catalogue/labels/label-formats.ts'
import { formatRupees } from '#contract/units/money.ts'
import { UNNAMED } from '#server/documents/pdf/text-formats.ts'
import { mm, openLabelPages, type LabelPages } from '#server/documents/pdf/label-pages.ts'

/** What stands on the label of one piece. */
interface GarmentLabel {
  name: string
  /** Empty for a product without sizes. */
  size: string
  /** Empty where none is given. */
  colour: string
  /** In rupees, with all taxes. */
  price: number
  sku: string
  barcode: string
  copies: number
}

export interface GarmentLabelsDraft {
  labels: readonly GarmentLabel[]
  sheet: LabelFormatName
  /** Labels of the first sheet that are used up. */
  used: number
  shopName: string
}

const PADDING = mm(1.5)
const SMALL = 6
/** What stands above and below the bars, in points. */
const ABOVE_BARS = 29
const BELOW_BARS = 8.5
const TALLEST_BARS = mm(13)
/** A module of at most half a millimetre, which every scanner reads. */
const WIDEST_MODULE = mm(0.5)

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Where on its page a label stands, by its number from 0. */
export function placeOf(name: LabelFormatName, index: number): Place & { page: number } {
  const { page, cell, columns, rows, gap } = labelFormat(name)
  const [width, height] = cell
  const place = index % (columns * rows)
  const left = (page[0] - columns * width - (columns - 1) * gap) / 2
  const top = (page[1] - rows * height) / 2
  const [column, row] = [place % columns, Math.floor(place / columns)]
  return {
    page: Math.floor(index / (columns * rows)),
    x: mm(left + column * (width + gap)),
    y: mm(top + row * height),
    width: mm(width),
    height: mm(height),
  }
}

function writeLabel(pages: LabelPages, { name, size, colour, price, sku, barcode }: GarmentLabel, place: Place): void {
  const [x, width] = [place.x + PADDING, place.width - 2 * PADDING]
  const top = place.y + PADDING
  const title = pages.orElse(name, UNNAMED)
  pages.text({ text: title, x, y: top, width, sizes: [8, 7, SMALL], weight: 'bold', keepsEnd: true })
  const half = width / 2
  if (size !== '') {
    pages.text({ text: `Size ${size}`, x, y: top + 10, width: half, sizes: [10, 8, SMALL], weight: 'bold' })
  }
  pages.text({ text: colour, x, y: top + 20, width: half, sizes: [SMALL] })
  const beside = { x: x + half, width: half, align: 'end' } as const
  pages.text({ ...beside, text: `MRP ${formatRupees(price)}`, y: top + 10, sizes: [8, 7, SMALL], weight: 'bold' })
  pages.text({ ...beside, text: 'incl. of all taxes', y: top + 20, sizes: [SMALL] })
  const room = place.height - 2 * PADDING - ABOVE_BARS - BELOW_BARS
  const bars = Math.min(room, TALLEST_BARS)
  pages.barCode(barcode, { ...place, y: top + ABOVE_BARS, height: bars, widest: WIDEST_MODULE })
  const below = top + ABOVE_BARS + bars + 0.5
  pages.text({ text: barcode, x, y: below, width: half, sizes: [SMALL, 5] })
  pages.text({ ...beside, text: sku, y: below, sizes: [SMALL, 5, 4] })
}

/** Draws the labels of garments as one PDF, each as often as it says. */
export async function drawGarmentLabels({ labels, sheet, used, shopName }: GarmentLabelsDraft): Promise<Buffer> {
  const [width, height] = labelFormat(sheet).page
  const about = { title: 'Labels', author: shopName, createdAt: new Date() }
  const pages = await openLabelPages(about, [mm(width), mm(height)])
  let onPage = 0
  const all = labels.flatMap((label) => Array.from({ length: label.copies }, () => label))
  for (const [index, label] of all.entries()) {
    const place = placeOf(sheet, index + used)
    if (place.page > onPage) pages.addPage()
    onPage = place.page
    writeLabel(pages, label, place)
  }
  return pages.finish()
}
