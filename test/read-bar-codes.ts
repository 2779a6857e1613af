import { pagesOf } from '#test/read-pdf.ts'

/**
 * The signs of Code 128 as dark and light modules, by their values (ISO/IEC 15417, table 1). It is written in modules
 * and not in widths, so that it is not the table that the bars are drawn by.
 */
const PATTERNS = (
  '11011001100 11001101100 11001100110 10010011000 10010001100 10001001100 10011001000 10011000100 10001100100 ' +
  '11001001000 11001000100 11000100100 10110011100 10011011100 10011001110 10111001100 10011101100 10011100110 ' +
  '11001110010 11001011100 11001001110 11011100100 11001110100 11101101110 11101001100 11100101100 11100100110 ' +
  '11101100100 11100110100 11100110010 11011011000 11011000110 11000110110 10100011000 10001011000 10001000110 ' +
  '10110001000 10001101000 10001100010 11010001000 11000101000 11000100010 10110111000 10110001110 10001101110 ' +
  '10111011000 10111000110 10001110110 11101110110 11010001110 11000101110 11011101000 11011100010 11011101110 ' +
  '11101011000 11101000110 11100010110 11101101000 11101100010 11100011010 11101111010 11001000010 11110001010 ' +
  '10100110000 10100001100 10010110000 10010000110 10000101100 10000100110 10110010000 10110000100 10011010000 ' +
  '10011000010 10000110100 10000110010 11000010010 11001010000 11110111010 11000010100 10001111010 10100111100 ' +
  '10010111100 10010011110 10111100100 10011110100 10011110010 11110100100 11110010100 11110010010 11011011110 ' +
  '11011110110 11110110110 10101111000 10100011110 10001011110 10111101000 10111100010 11110101000 11110100010 ' +
  '10111011110 10111101110 11101011110 11110101110 11010000100 11010010000 11010011100'
).split(' ')
const STOP = '1100011101011'
const [CODE_C, CODE_B, START_B, START_C] = [99, 100, 104, 105]

/**
 * Reads a Code 128 of dark (1) and light (0) modules as a scanner does. Throws for anything else, and for a wrong
 * check.
 */
export function decodeCode128(modules: string): string {
  if (!modules.endsWith(STOP)) throw new Error('no stop')
  const signs = modules.slice(0, -STOP.length).match(/.{11}/g) ?? []
  const values = signs.map((pattern) => PATTERNS.indexOf(pattern))
  if (values.includes(-1) || signs.length * 11 + STOP.length !== modules.length) throw new Error('no sign of the code')
  const [start = 0, ...rest] = values.slice(0, -1)
  const sum = rest.reduce((total, value, index) => total + value * (index + 1), start)
  if (sum % 103 !== values.at(-1)) throw new Error('the check is wrong')
  if (start !== START_B && start !== START_C) throw new Error('no start')
  let isPairs = start === START_C
  let text = ''
  for (const value of rest) {
    if (value === (isPairs ? CODE_B : CODE_C)) isPairs = !isPairs
    else text += isPairs ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Bars of one code stand at one height, follow each other closely, and are multiples of the narrowest of them. */
function codesIn(rects: readonly Rect[]): Rect[][] {
  const codes: Rect[][] = []
  for (const rect of rects) {
    const code = codes.at(-1)
    const last = code?.at(-1)
    const isNext = last && last.y === rect.y && last.height === rect.height && rect.x > last.x && rect.x - last.x < 20
    if (code && isNext) code.push(rect)
    else codes.push([rect])
  }
  return codes.filter(({ length }) => length > 12)
}

function modulesOf(bars: readonly Rect[]): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  // A code begins with a bar of two modules and ends with one of two.
  const step = first.width / 2
  const modules = Array.from({ length: Math.round((last.x + last.width - first.x) / step) }, () => '0')
  for (const { x, width } of bars) {
    const at = Math.round((x - first.x) / step)
    modules.fill('1', at, at + Math.round(width / step))
  }
  return modules.join('')
}

export interface BarCodeOnPage {
  text: string
  /** In points, from the left edge of the page, without the light beside it. */
  x: number
  width: number
  /** Of the narrowest bar, in millimetres. */
  moduleMm: number
}

/** The bar codes of each page of a PDF, in the order in which they were drawn, read as a scanner reads them. */
export function readBarCodes(bytes: Buffer): BarCodeOnPage[][] {
  return pagesOf(bytes).map(({ content }) => {
    const rects = [...content.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re\b/g)].map((match): Rect => {
      const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number)
      return { x, y, width, height }
    })
    return codesIn(rects).map((bars) => {
      const [{ x, width } = { x: 0, width: 0 }, last] = [bars[0], bars.at(-1)]
      const end = (last?.x ?? 0) + (last?.width ?? 0)
      return { text: decodeCode128(modulesOf(bars)), x, width: end - x, moduleMm: (width / 2 / 72) * 25.4 }
    })
  })
}
