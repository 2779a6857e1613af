import { startOf } from '#contract/words/start-of-text.ts'
import { invalidField } from '#server/errors.ts'
import { seenText } from '#server/http/csv/csv-file.ts'

/** A heading of a sheet, what it was taken for, and the first cell below it. */
export interface CsvColumn<Name extends string> {
  heading: string
  means: Name | null
  example: string
}

/** How sheets call a column. */
interface ColumnNames {
  /** Whole headings, without blanks and signs. */
  headings: readonly string[]
  /** What is part of a heading that says the same in more words, and what makes it say something else. */
  has: RegExp
  hasNot: RegExp
}

/** The columns that are looked for, the most certain first. */
export type ColumnTable<Name extends string> = Readonly<Record<Name, ColumnNames>>

/** Letters and digits alone, in one case: `PIN Code (6)` and `pincode6` are one heading. */
const bare = (heading: string) =>
  seenText(heading)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

const namesOf = <Name extends string>(table: ColumnTable<Name>) => Object.keys(table) as Name[]

/** What each heading is taken for, by its place, each column at most once: by its whole name, else by a part of it. */
export function guessColumns<Name extends string>(
  headings: readonly string[],
  table: ColumnTable<Name>,
): Map<number, Name> {
  const names = headings.map(bare)
  const means = new Map<number, Name>()
  const isWhole = (column: Name, name: string) => table[column].headings.includes(name)
  const isPart = (column: Name, name: string) => table[column].has.test(name) && !table[column].hasNot.test(name)
  for (const is of [isWhole, isPart]) {
    for (const column of namesOf(table)) {
      if ([...means.values()].includes(column)) continue
      const found = names.findIndex((name, at) => name !== '' && !means.has(at) && is(column, name))
      if (found !== -1) means.set(found, column)
    }
  }
  return means
}

/** The owner's choice in place of the guess. Throws invalid (400) for a heading that the sheet lacks. */
export function chooseColumns<Name extends string>(
  headings: readonly string[],
  guessed: ReadonlyMap<number, Name>,
  choice: Readonly<Partial<Record<Name, string | null>>>,
): Map<number, Name> {
  const means = new Map([...guessed].filter(([, column]) => choice[column] === undefined))
  for (const [column, wanted] of Object.entries(choice) as [Name, string | null | undefined][]) {
    if (wanted === undefined || wanted === null) continue
    const at = headings.findIndex((heading) => bare(heading) === bare(wanted))
    if (at === -1) throw invalidField('columns', `The sheet has no column “${wanted}”.`)
    means.set(at, column)
  }
  return means
}

const MAX_EXAMPLE = 80

/** The columns of a sheet as its check tells them. */
export const shownColumns = <Name extends string>(
  headings: readonly string[],
  means: ReadonlyMap<number, Name>,
  [first]: readonly { cells: string[] }[],
): CsvColumn<Name>[] =>
  headings.map((heading, at) => ({
    heading,
    means: means.get(at) ?? null,
    example: startOf(seenText(first?.cells[at] ?? ''), MAX_EXAMPLE),
  }))
