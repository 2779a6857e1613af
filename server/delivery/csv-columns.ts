import type { ColumnChoice } from '#contract/delivery/pin-table.ts'

import { PIN_COLUMNS, type PinColumn } from '#contract/delivery/pin-table-limits.ts'
import { invalidField } from '#server/errors.ts'
import { seenText } from '#server/http/csv-file.ts'
import { pinsIn } from '#server/delivery/csv-cells.ts'

/** A heading of a sheet, what it was taken for, and the first cell below it. */
export interface CsvColumn {
  heading: string
  means: PinColumn | null
  example: string
}

/** Letters and digits alone, in one case: `PIN Code (6)` and `pincode6` are one heading. */
const bare = (heading: string) =>
  seenText(heading)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Whole headings of couriers' lists and of the shop's own export, without blanks and signs. */
const HEADINGS: Record<PinColumn, readonly string[]> = {
  pin: ['pin', 'pincode', 'pincodes', 'pins', 'postalcode', 'postcode', 'zipcode', 'zip', 'पिन', 'पिनकोड'],
  prepaid: [
    'prepaid',
    'prepaiddelivery',
    'ppd',
    'serviceable',
    'isserviceable',
    'serviceability',
    'delivery',
    'active',
  ],
  cod: ['cod', 'cash', 'cashondelivery', 'iscod', 'coddelivery', 'cashavailable'],
  days: ['days', 'day', 'tat', 'edd', 'sla', 'deliverydays', 'transitdays', 'transittime', 'leadtime', 'eta'],
  fee: ['fee', 'fees', 'charge', 'charges', 'rate', 'price', 'freight', 'shippingcost', 'amount'],
  city: ['city', 'cityname', 'town', 'district', 'districtname', 'शहर', 'जिला'],
  state: ['state', 'statename', 'province', 'stateut', 'राज्य'],
}

/** What is part of a heading that says the same in more words, and what makes it say something else. */
const PARTS: Record<PinColumn, { has: RegExp; hasNot: RegExp }> = {
  pin: { has: /pin(?:code)?|postal|zip/, hasNot: /origin|pickup|source|seller|return|rto|reverse|from|shipping/ },
  prepaid: { has: /prepaid|serviceab/, hasNot: /cod(?!e)|cash|limit|charge|fee|pickup|return|reverse/ },
  cod: { has: /cod(?!e)|cashondelivery|cash/, hasNot: /limit|charge|fee|amount|rate|code|pickup|max|min/ },
  days: { has: /tat|days|transit/, hasNot: /state|status|station|rto|return|pickup|hours|holi|working/ },
  fee: { has: /fee|charge|freight|shippingcost/, hasNot: /cod|rto|return|fuel|cash/ },
  city: { has: /city|district|town/, hasNot: /code|origin|pickup|type|capacity/ },
  state: { has: /state/, hasNot: /code|origin|pickup|status|estate/ },
}

const isOneOf = (column: PinColumn, name: string) => HEADINGS[column].includes(name)
const isPartOf = (column: PinColumn, name: string) => PARTS[column].has.test(name) && !PARTS[column].hasNot.test(name)

/** How many lines are looked at to tell a column of PINs by its cells. */
const LOOKED_AT = 50

/** The column most of whose cells are PINs. */
function pinColumnByCells(headings: readonly string[], lines: readonly { cells: string[] }[]): number {
  const looked = lines.slice(0, LOOKED_AT)
  const counts = headings.map((_, at) => looked.filter(({ cells }) => 'first' in pinsIn(cells[at] ?? '')).length)
  const most = Math.max(0, ...counts)
  return most * 2 > looked.length ? counts.indexOf(most) : -1
}

/** What each heading is taken for, each column at most once: by its whole name, else by a part of it, and the PIN by its cells, too. */
function guess(headings: readonly string[], lines: readonly { cells: string[] }[]): Map<number, PinColumn> {
  const names = headings.map(bare)
  const means = new Map<number, PinColumn>()
  const isFree = (at: number) => names[at] !== '' && !means.has(at)
  for (const is of [isOneOf, isPartOf]) {
    for (const column of PIN_COLUMNS) {
      if ([...means.values()].includes(column)) continue
      const found = names.findIndex((name, at) => isFree(at) && is(column, name))
      if (found !== -1) means.set(found, column)
    }
  }
  if ([...means.values()].includes('pin')) return means
  const found = pinColumnByCells(headings, lines)
  if (found !== -1) means.set(found, 'pin')
  return means
}

/** The owner's choice in place of the guess. Throws invalid (400) for a heading that the sheet lacks. */
function choose(headings: readonly string[], guessed: Map<number, PinColumn>, choice: ColumnChoice) {
  const means = new Map([...guessed].filter(([, column]) => choice[column] === undefined))
  for (const column of PIN_COLUMNS) {
    const wanted = choice[column]
    if (wanted === undefined || wanted === null) continue
    const at = headings.findIndex((heading) => bare(heading) === bare(wanted))
    if (at === -1) throw invalidField('columns', `The sheet has no column “${wanted}”.`)
    means.set(at, column)
  }
  return means
}

/**
 * The columns of a sheet with what each stands for. Throws invalid (400) where none holds PINs, and where the first line is no line of headings.
 */
export function columnsOf(
  headings: readonly string[],
  lines: readonly { cells: string[] }[],
  choice: ColumnChoice = {},
): CsvColumn[] {
  const names = headings.map(seenText)
  const data = names.find((heading) => 'first' in pinsIn(heading))
  if (data !== undefined) {
    throw invalidField(
      'sheet',
      `The first line names the columns, and yours begins with “${data}”. Put a line such as pin,prepaid,cod,days,fee above it.`,
    )
  }
  const means = choose(names, guess(names, lines), choice)
  if (![...means.values()].includes('pin')) {
    throw invalidField(
      'sheet',
      `No column holds PIN codes. The sheet has ${names.filter(Boolean).join(', ') || 'no headings'}.`,
    )
  }
  return names.map((heading, at) => ({
    heading,
    means: means.get(at) ?? null,
    example: seenText(lines[0]?.cells[at] ?? '').slice(0, 80),
  }))
}
