import { formatPaise } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { openPdfPage, WIDTH, type PdfPage } from '#server/documents/pdf/pdf-page.ts'
import { NOT_WHOLE } from '#server/documents/pdf/printable-address.ts'
import { HALF, SMALL } from '#server/documents/pdf/text-formats.ts'

/** A parcel that a courier takes. */
interface ManifestParcel {
  /** As people name the order. */
  number: string
  /** Empty where there is none. */
  trackingNumber: string
  name: string
  city: string
  pincode: string
  /** Null where nobody weighed it. */
  weightGrams: number | null
  /** What is collected at the door; 0 where it is paid. */
  cashPaise: number
}

export interface ManifestDraft {
  shopName: string
  /** Whoever hands the parcels over, in lines. */
  sender: readonly string[]
  /** The shop's web address, at the foot of each page. */
  address: string
  /** The day in India, as `2026-11-26`. */
  day: string
  /** Each begins a page of its own, because each courier signs for their parcels alone. */
  carriers: readonly { name: string; parcels: readonly ManifestParcel[] }[]
}

const PLACE = { x: 0, width: 22 }
const ORDER = { x: 28, width: 62 }
const TRACKING = { x: 96, width: 128 }
const RECEIVER = { x: 232, width: 132 }
const PIN = { x: 370, width: 44 }
const WEIGHT = { x: 416, width: 34, align: 'end' } as const
const CASH = { x: WIDTH - 46, width: 46, align: 'end' } as const

const kilos = (grams: number) => `${(grams / 1000).toFixed(2)} kg`

function writeHeads(page: PdfPage): void {
  page.row([
    { ...SMALL, ...PLACE, text: '' },
    { ...SMALL, ...ORDER, text: 'Order' },
    { ...SMALL, ...TRACKING, text: 'Tracking number' },
    { ...SMALL, ...RECEIVER, text: 'Receiver' },
    { ...SMALL, ...PIN, text: 'PIN code' },
    { ...SMALL, ...WEIGHT, text: 'Weight' },
    { ...SMALL, ...CASH, text: 'Cash' },
  ])
  page.space(4)
  page.line()
  page.space(6)
}

function writeParcels(page: PdfPage, parcels: readonly ManifestParcel[]): void {
  writeHeads(page)
  for (const [index, parcel] of parcels.entries()) {
    const { number, trackingNumber, name, city, pincode, weightGrams, cashPaise } = parcel
    page.row(
      [
        { ...PLACE, text: String(index + 1) },
        { ...ORDER, text: number, weight: 'bold' },
        { ...TRACKING, text: trackingNumber || '–', weight: 'bold' },
        {
          ...RECEIVER,
          text: page.orElse(name, '–'),
          note: page.isWhole(name + city) ? city : `${city} (${NOT_WHOLE})`,
        },
        { ...PIN, text: pincode },
        { ...WEIGHT, text: weightGrams === null ? '–' : kilos(weightGrams) },
        { ...CASH, text: cashPaise === 0 ? '–' : formatPaise(cashPaise) },
      ],
      () => writeHeads(page),
    )
    page.space(5)
  }
  page.line()
  page.space(8)
}

/**
 * Somebody signs that they took so many parcels: the number stands beside the line, so that none is added afterwards.
 */
function writeSignatures(page: PdfPage, parcels: readonly ManifestParcel[], carrier: string, shopName: string): void {
  const cashPaise = parcels.reduce((sum, parcel) => sum + parcel.cashPaise, 0)
  const sums = cashPaise > 0 ? `, ${formatPaise(cashPaise)} to collect` : ''
  page.keepTogether(110)
  page.row([{ text: `${counted(parcels.length, 'parcel')}${sums}`, x: 0, width: WIDTH, size: 12, weight: 'bold' }])
  page.space(46)
  const [left, right] = [
    { x: 0, width: HALF - 20 },
    { x: HALF + 20, width: HALF - 20 },
  ]
  page.line(left)
  page.line(right)
  page.space(4)
  page.row([
    { ...SMALL, ...left, text: `Handed over by ${shopName}: name, date, time and signature` },
    { ...SMALL, ...right, text: `Taken by ${carrier}: name, date, time and signature` },
  ])
}

/** Draws manifests as one PDF: what each courier takes, with a line to sign. */
export async function drawManifest({ shopName, sender, address, day, carriers }: ManifestDraft): Promise<Buffer> {
  const page = await openPdfPage({ title: 'Manifest', author: shopName, createdAt: new Date() })
  for (const { name, parcels } of carriers) {
    page.continueWith(`Manifest for ${name}, continued`)
    page.nextPage()
    page.row([
      { text: `Manifest for ${name}`, x: 0, width: HALF + 40, size: 18, weight: 'bold' },
      { text: shopName, x: HALF + 48, width: HALF - 48, size: 14, weight: 'bold', align: 'end' },
    ])
    page.space(10)
    page.tickRule()
    page.space(16)
    page.row([{ text: `${dateInWords(`${day}T12:00:00+05:30`)} · ${sender.join(', ')}`, x: 0, width: WIDTH }])
    page.space(16)
    writeParcels(page, parcels)
    writeSignatures(page, parcels, name, shopName)
  }
  return page.finish(`${shopName} · ${address}`)
}
