import type { ColumnChoice } from '#contract/delivery/pin-table.ts'
import type { PinColumn } from '#contract/delivery/pin-table-limits.ts'

import { invalidField } from '#server/errors.ts'
import {
  chooseColumns,
  guessColumns,
  shownColumns,
  type ColumnTable,
  type CsvColumn,
} from '#server/http/csv/csv-columns.ts'
import { seenText } from '#server/http/csv/csv-file.ts'
import { pinsIn } from '#server/delivery/csv-cells.ts'

/** The columns of couriers' lists and of the shop's own export. */
const COLUMNS: ColumnTable<PinColumn> = {
  pin: {
    headings: ['pin', 'pincode', 'pincodes', 'pins', 'postalcode', 'postcode', 'zipcode', 'zip', 'पिन', 'पिनकोड'],
    has: /pin(?:code)?|postal|zip/,
    hasNot: /origin|pickup|source|seller|return|rto|reverse|from|shipping/,
  },
  prepaid: {
    headings: [
      'prepaid',
      'prepaiddelivery',
      'ppd',
      'serviceable',
      'isserviceable',
      'serviceability',
      'delivery',
      'active',
    ],
    has: /prepaid|serviceab/,
    hasNot: /cod(?!e)|cash|limit|charge|fee|pickup|return|reverse/,
  },
  cod: {
    headings: ['cod', 'cash', 'cashondelivery', 'iscod', 'coddelivery', 'cashavailable'],
    has: /cod(?!e)|cashondelivery|cash/,
    hasNot: /limit|charge|fee|amount|rate|code|pickup|max|min/,
  },
  days: {
    headings: ['days', 'day', 'tat', 'edd', 'sla', 'deliverydays', 'transitdays', 'transittime', 'leadtime', 'eta'],
    has: /tat|days|transit/,
    hasNot: /state|status|station|rto|return|pickup|hours|holi|working/,
  },
  fee: {
    headings: ['fee', 'fees', 'charge', 'charges', 'rate', 'price', 'freight', 'shippingcost', 'amount'],
    has: /fee|charge|freight|shippingcost/,
    hasNot: /cod|rto|return|fuel|cash/,
  },
  city: {
    headings: ['city', 'cityname', 'town', 'district', 'districtname', 'शहर', 'जिला'],
    has: /city|district|town/,
    hasNot: /code|origin|pickup|type|capacity/,
  },
  state: {
    headings: ['state', 'statename', 'province', 'stateut', 'राज्य'],
    has: /state/,
    hasNot: /code|origin|pickup|status|estate/,
  },
}

/** How many lines are looked at to tell a column of PINs by its cells. */
const LOOKED_AT = 50

/** The column most of whose cells are PINs. */
function pinColumnByCells(headings: readonly string[], lines: readonly { cells: string[] }[]): number {
  const looked = lines.slice(0, LOOKED_AT)
  const counts = headings.map((_, at) => looked.filter(({ cells }) => 'first' in pinsIn(cells[at] ?? '')).length)
  const most = Math.max(0, ...counts)
  return most * 2 > looked.length ? counts.indexOf(most) : -1
}

/** What each heading is taken for; the PIN by its cells, too. */
function guess(headings: readonly string[], lines: readonly { cells: string[] }[]): Map<number, PinColumn> {
  const means = guessColumns(headings, COLUMNS)
  if ([...means.values()].includes('pin')) return means
  const found = pinColumnByCells(headings, lines)
  if (found !== -1) means.set(found, 'pin')
  return means
}

/**
 * The columns of a sheet with what each stands for. Throws invalid (400) where none holds PINs, and where the first
 * line is no line of headings.
 */
export function columnsOf(
  headings: readonly string[],
  lines: readonly { cells: string[] }[],
  choice: ColumnChoice = {},
): CsvColumn<PinColumn>[] {
  const names = headings.map(seenText)
  const data = names.find((heading) => 'first' in pinsIn(heading))
  if (data !== undefined) {
    throw invalidField(
      'sheet',
      `The first line names the columns, and yours begins with “${data}”. Put a line such as pin,prepaid,cod,days,fee above it.`,
    )
  }
  const means = chooseColumns(names, guess(names, lines), choice)
  if (![...means.values()].includes('pin')) {
    throw invalidField(
      'sheet',
      `No column holds PIN codes. The sheet has ${names.filter(Boolean).join(', ') || 'no headings'}.`,
    )
  }
  return shownColumns(names, means, lines)
}
