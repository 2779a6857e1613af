/** The widths of the bars and spaces of each value, after ISO/IEC 15417. */
const WIDTHS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

/** Set B has a value for each sign, set C one for two digits; CODE_B goes on with set B. */
const START_B = 104
const START_C = 105
const CODE_B = 100
const STOP = 106
const MODULUS = 103
const FIRST_SIGN = 32
const LAST_SIGN = 126

const ofSign = (sign: string) => sign.charCodeAt(0) - FIRST_SIGN

/** Digits alone are written two by two, which takes half the width. */
function valuesOf(text: string): number[] {
  if (!/^\d{4,}$/.test(text)) return [START_B, ...Array.from(text, ofSign)]
  const pairs = text.match(/\d\d/g) ?? []
  return [START_C, ...pairs.map(Number), ...(text.length % 2 === 0 ? [] : [CODE_B, ofSign(text.slice(-1))])]
}

interface Bar {
  /** In modules, from the left. */
  at: number
  width: number
}

/**
 * A text as a Code 128 bar code, which scanners of parcels read: its bars, and how many modules it is wide. Undefined
 * for a text with signs that the code does not have.
 */
export function barCode(text: string): { bars: Bar[]; width: number } | undefined {
  const codes = Array.from(text, (sign) => sign.charCodeAt(0))
  if (codes.length === 0 || codes.some((code) => code < FIRST_SIGN || code > LAST_SIGN)) return undefined
  const values = valuesOf(text)
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % MODULUS
  const widths = [...values, check, STOP].flatMap((value) => Array.from(WIDTHS[value] ?? '', Number))
  const bars: Bar[] = []
  let at = 0
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push({ at, width })
    at += width
  }
  return { bars, width: at }
}
