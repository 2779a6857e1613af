/** What the PIN table says of the PINs from one to another. */
export interface PinArea {
  first: number
  last: number
  prepaid: boolean
  /** Cash on delivery. */
  cod: boolean
  /** Null for the days and the fee of PINs without a row. */
  days: number | null
  feePaise: number | null
  /** Null where the sheet does not say it. */
  city: string | null
  state: string | null
}

type Pins = Pick<PinArea, 'first' | 'last'>

/** Two areas that the table cannot hold both: each has PINs that the other has not, or both have the same. */
interface Overlap<Area> {
  refused: Area
  kept: Area
}

/** From the first PIN on; of those with the same first one the widest before those inside it. */
const byPlace = (one: Pins, other: Pins) => one.first - other.first || other.last - one.last

/**
 * Sorts areas so that each stands before those inside it, and takes out what overlaps. `outranks` says which of two
 * stays.
 */
export function nestAreas<Area extends Pins>(
  areas: readonly Area[],
  outranks: (one: Area, other: Area) => boolean,
): { nested: Area[]; overlaps: Overlap<Area>[] } {
  const overlaps: Overlap<Area>[] = []
  const refused = new Set<Area>()
  const around: Area[] = []
  for (const area of areas.toSorted(byPlace)) {
    let outer = around.at(-1)
    while (outer && outer.last < area.first) {
      around.pop()
      outer = around.at(-1)
    }
    while (outer && !refused.has(area) && (area.last > outer.last || isSame(area, outer))) {
      const staysOuter = outranks(outer, area)
      const [kept, gone] = staysOuter ? [outer, area] : [area, outer]
      refused.add(gone)
      overlaps.push({ refused: gone, kept })
      if (!staysOuter) {
        around.pop()
        outer = around.at(-1)
      }
    }
    if (!refused.has(area)) around.push(area)
  }
  return { nested: areas.filter((area) => !refused.has(area)).toSorted(byPlace), overlaps }
}

const isSame = (one: Pins, other: Pins) => one.first === other.first && one.last === other.last

/** A PIN table in memory. */
export interface PinIndex {
  readonly areas: readonly PinArea[]
  /** The days within which its areas that are served are reached, each once; null for those of PINs without a row. */
  readonly days: readonly (number | null)[]
  /** The narrowest area with this PIN. */
  find(pin: string): PinArea | undefined
}

/** Prepares the search in areas that `nestAreas` has sorted: where each stretch of PINs begins, and whose it is. */
export function createPinIndex(areas: readonly PinArea[]): PinIndex {
  const starts: number[] = []
  const owners: (PinArea | undefined)[] = []
  function begin(pin: number, owner: PinArea | undefined) {
    if (starts.at(-1) === pin) {
      owners[owners.length - 1] = owner
    } else {
      starts.push(pin)
      owners.push(owner)
    }
  }
  const around: PinArea[] = []
  function endBefore(pin: number) {
    for (let inner = around.at(-1); inner && inner.last < pin; inner = around.at(-1)) {
      around.pop()
      begin(inner.last + 1, around.at(-1))
    }
  }
  for (const area of areas) {
    endBefore(area.first)
    begin(area.first, area)
    around.push(area)
  }
  endBefore(Number.POSITIVE_INFINITY)

  const served = areas.filter(({ prepaid, cod }) => prepaid || cod)
  return {
    areas,
    days: [...new Set(served.map(({ days }) => days))],
    find(pin) {
      const wanted = Number(pin)
      let [low, high] = [0, starts.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0) <= wanted) low = middle + 1
        else high = middle
      }
      return owners[low - 1]
    },
  }
}

const LOWEST = 100_000
const HIGHEST = 999_999

/** How the table writes an area: `560001`, `560001-560110`, or `11*` for every PIN that begins so. */
export function pinsText({ first, last }: Pins): string {
  if (first === last) return String(first)
  for (let digits = 1; digits < 6; digits += 1) {
    const width = 10 ** (6 - digits)
    if (first % width === 0 && last === first + width - 1) return `${first / width}*`
  }
  return `${first}-${last}`
}

/** The PINs that begin with these one to six digits. */
export function pinsOfPrefix(digits: string): Pins {
  const width = 10 ** (6 - digits.length)
  return { first: Number(digits) * width, last: Number(digits) * width + width - 1 }
}

/** Whether this is the number of a PIN. */
export const isPinNumber = (pin: number): boolean => Number.isInteger(pin) && pin >= LOWEST && pin <= HIGHEST
