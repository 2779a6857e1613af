import { expect, test } from 'vitest'

import { readCsvFile } from '#server/http/csv/csv-file.ts'

const read = (text: string) => readCsvFile(Buffer.from(text), 100)

test.each([
  ['as couriers write them', '="AWB",COD Amount\n="014908126",="1,539"\n="014908127",5\n'],
  ['as a spreadsheet saves them', '"=""AWB""",COD Amount\r\n"=""014908126""","=""1,539"""\r\n"=""014908127""",5'],
])('numbers that are kept as texts by a formula are read, %s', async (_, text) => {
  expect(await read(text)).toEqual({
    headings: ['AWB', 'COD Amount'],
    lines: [
      { line: 2, cells: ['014908126', '1,539'] },
      { line: 3, cells: ['014908127', '5'] },
    ],
  })
})

test('a formula that counts, and a text that has one inside, stay what they are', async () => {
  const { lines } = await read('name,note\n=1+1,"say ="" twice"\n')
  expect(lines).toEqual([{ line: 2, cells: ['=1+1', 'say =" twice'] }])
})

test.each([
  ['filled up by a spreadsheet', 'COD remittance,,\n,,\nFor November,,\npin,cod,days\n560001,yes,3\n', 4],
  ['as the program of a courier writes them', 'COD remittance\nFor November\npin;cod;days\n560001;yes;3\n', 3],
])('titles above the headings are passed over, %s', async (_, text, before) => {
  expect(await read(text)).toEqual({
    headings: ['pin', 'cod', 'days'],
    lines: [{ line: before + 1, cells: ['560001', 'yes', '3'] }],
  })
})

test('a sheet of one column has its headings in its first line, whatever one line has beside it', async () => {
  const { headings, lines } = await read('pin\n560001\n560002,far\n560003\n')
  expect(headings).toEqual(['pin'])
  expect(lines.map(({ line }) => line)).toEqual([2, 3, 4])
})
