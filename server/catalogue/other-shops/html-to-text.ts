import { Parser } from 'htmlparser2'

/** Elements whose content is no text to read. */
const HIDDEN = new Set('script style template noscript iframe object svg math head title select textarea'.split(' '))
/** Elements that leave something out which a text cannot show. */
const LOST = new Set('script iframe object embed video audio img svg form input table'.split(' '))
/** Elements that begin on a line of their own; those of the second list have an empty line before them. */
const LINES = new Set('li tr div section article header footer dt dd figcaption address'.split(' '))
const PARAGRAPHS = new Set('p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6 figure hr'.split(' '))

/** Descriptions are cut to a fraction of this, and their marks take some room. */
const MOST_CHARACTERS = 200_000

export interface PlainText {
  text: string
  /** Whether it held more than text: pictures, tables, scripts and the like. */
  hasLost: boolean
}

/**
 * The text of an HTML description, in paragraphs; items of a list begin with a dot. Text without any HTML stays as it
 * is.
 */
export function htmlToText(whole: string): PlainText {
  const html = whole.slice(0, MOST_CHARACTERS)
  if (!/[<&]/.test(html)) return { text: html.trim(), hasLost: false }
  const parts: string[] = []
  let breaks = 0
  let endsBlank = true
  let hidden = 0
  let hasLost = false
  const breakLine = (lines: number) => {
    breaks = Math.max(breaks, lines)
  }
  function write(words: string) {
    const isBlank = words.trim() === ''
    if (hidden > 0 || (isBlank && (breaks > 0 || endsBlank))) return
    if (breaks > 0 && parts.length > 0) parts.push('\n'.repeat(Math.min(breaks, 2)))
    endsBlank ||= breaks > 0
    breaks = 0
    parts.push(endsBlank ? words.trimStart() : words)
    endsBlank = /\s$/.test(words)
  }
  const parser = new Parser({
    onopentagname(name) {
      if (LOST.has(name)) hasLost = true
      if (HIDDEN.has(name)) hidden += 1
      else if (name === 'br') breaks += 1
      else if (PARAGRAPHS.has(name)) breakLine(2)
      else if (LINES.has(name)) breakLine(1)
      else if (name === 'td' || name === 'th') write(' ')
      if (name === 'li') write('• ')
    },
    ontext: (part) => write(part.replaceAll(/\s+/g, ' ')),
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1
      else if (PARAGRAPHS.has(name)) breakLine(2)
    },
  })
  // Line breaks in a description without paragraphs are what its writer saw.
  const hasBlocks = /<(?:p|br|div|li|h[1-6])\b/i.test(html)
  parser.end(hasBlocks ? html : html.replaceAll(/\r?\n/g, '<br>'))
  return { text: parts.join('').replaceAll(' \n', '\n').trim(), hasLost }
}

/** A name as people read it: some shops store `&amp;` for `&`. */
export const plainName = (name: string): string =>
  (/&(?:#x?[\da-f]+|\w+);/i.test(name) ? htmlToText(name.replaceAll('<', '&lt;')).text : name)
    .replaceAll(/\s+/g, ' ')
    .trim()
