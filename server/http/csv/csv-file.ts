import { parse, type CsvError } from 'csv-parse'
import { Readable } from 'node:stream'

import { invalidField } from '#server/errors.ts'
import { ownTurn } from '#server/turns.ts'

/** A CSV as it was sent: the cells of its first line, and those of each other line that is not blank. */
export interface CsvFile {
  headings: string[]
  lines: { line: number; cells: string[] }[]
}

/** More than any shop's export has, with a column for each of its own fields. */
const MAX_COLUMNS = 2000

const refuse = (sentence: string) => invalidField('sheet', sentence)

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

/**
 * The text of a file in UTF-8, in UTF-16 with its mark, or in Windows-1252, which Excel writes as “CSV”. Throws invalid
 * (400) for what is no text.
 */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw refuse('That is the file of a spreadsheet. Save it as “CSV UTF-8” and choose that file.')
  }
  if (startsWith(bytes, 0x3c)) {
    throw refuse(
      'That is the file of a web page. Open it in a spreadsheet, save it as “CSV UTF-8” and choose that file.',
    )
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw refuse('That is a PDF. Save the sheet as “CSV UTF-8”.')
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw refuse('The file is no text. Save the sheet as “CSV UTF-8”.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** So many lines may stand above the headings: what the sheet is called, its day. */
const MAX_TITLE_LINES = 10

/**
 * The delimiter: comma, semicolon or tab, whichever the first line that has one has most of. Spreadsheets of some
 * countries write semicolons.
 */
function delimiterOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, MAX_TITLE_LINES + 1)
  const head = lines.find((line) => /[,;\t]/.test(line)) ?? ''
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** A first line such as `sep=;` tells Excel the delimiter. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\n|\r)/i

/**
 * A cell such as `="560001"`, by which couriers keep a spreadsheet from taking a number for one, where its marks are
 * not doubled.
 */
const BARE_FORMULA = /(?<=^|[,;\t\r\n])="([^"\r\n]*)"(?=[,;\t\r\n]|$)/g
/** The same once it is read. */
const FORMULA = /^="([^"]*)"$/

const withoutFormula = (cell: string): string => (cell.startsWith('="') ? cell.replace(FORMULA, '$1') : cell)

/** So much is parsed in some milliseconds. */
const PIECE_BYTES = 32_768

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await ownTurn()
    yield bytes.subarray(at, at + PIECE_BYTES)
  }
}

/** The records that are not empty, up to one more than there may be, and how many lines stood before the first. */
async function parseRecords(text: string, maxLines: number): Promise<{ records: Parsed[]; linesBefore: number }> {
  const [line = '', separator] = SEPARATOR.exec(text) ?? []
  const rest = text.slice(line.length).replaceAll(BARE_FORMULA, '"$1"')
  const parser = parse({
    delimiter: separator ?? delimiterOf(rest),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const records: Parsed[] = []
  try {
    for await (const record of Readable.from(piecesOf(rest)).pipe(parser)) {
      records.push(record as Parsed)
      if (records.length > maxLines + 1) break
    }
    return { records, linesBefore: line === '' ? 0 : 1 }
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    throw refuse(
      `The file cannot be read as CSV${lines === undefined ? '' : `, at line ${lines}`}. Is a quotation mark missing?`,
    )
  }
}

/** Marks that nobody sees, such as those that stay before a first heading. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** Text without the marks that nobody sees and the blanks around it. */
export const seenText = (text: string): string => text.replaceAll(UNSEEN, '').trim()

export const isBlankCell = (cell: string): boolean => seenText(cell) === ''

const countSeen = ({ record }: Parsed): number => record.filter((cell) => !isBlankCell(cell)).length

/**
 * The place of the headings: the first line, or the first of several cells below lines of one cell, which are titles. A
 * sheet of one column has none.
 */
function findHead(records: readonly Parsed[]): number {
  const seen = records.slice(0, MAX_TITLE_LINES + 2).map(countSeen)
  const head = seen.findIndex((count) => count > 1)
  return head > 0 && (seen[head + 1] ?? 0) > 1 ? head : 0
}

/**
 * Reads a CSV with commas, semicolons or tabs, any line ends, with or without a byte order mark, with the empty columns
 * and rows that spreadsheets leave and the titles that reports have above their headings. Others have a turn meanwhile.
 * Throws invalid (400) for other files and for one of more than `maxLines` lines or `MAX_COLUMNS` columns.
 */
export async function readCsvFile(bytes: Uint8Array, maxLines: number): Promise<CsvFile> {
  const { records, linesBefore } = await parseRecords(decode(bytes), maxLines)
  const [first, ...rest] = records.slice(findHead(records))
  if (!first) throw refuse('The file is empty.')
  if (first.record.length > MAX_COLUMNS) {
    throw refuse(
      `The sheet has ${first.record.length} columns. Delete what is not needed; at most ${MAX_COLUMNS} are read.`,
    )
  }
  if (rest.length > maxLines) throw refuse(`At most ${maxLines} lines at a time.`)
  let before = first.info.lines
  const lines = rest.flatMap(({ record, info }) => {
    const line = linesBefore + before + 1
    before = info.lines
    return record.every(isBlankCell) ? [] : [{ line, cells: record.map(withoutFormula) }]
  })
  return { headings: first.record.map(withoutFormula), lines }
}
