const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

function belowHundred(number: number): string {
  if (number < 20) return ONES[number] ?? ''
  return [TENS[Math.floor(number / 10)], number % 10 > 0 && ONES[number % 10]].filter(Boolean).join('-')
}

const UNITS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

function wordsOf(number: number): string {
  const unit = UNITS.find(([size]) => number >= size)
  if (!unit) return belowHundred(number)
  const [size, name] = unit
  return [wordsOf(Math.floor(number / size)), name, number % size > 0 && wordsOf(number % size)]
    .filter(Boolean)
    .join(' ')
}

/** An amount in words as India counts: 'Rupees two lakh fifty thousand and paise five only'. */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const parts = [`rupees ${wordsOf(rupees)}`, rest > 0 && `and paise ${wordsOf(rest)}`, 'only']
  const sentence = parts.filter((part) => part !== false).join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
