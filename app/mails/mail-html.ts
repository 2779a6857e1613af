import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import {
  oneLine,
  SANDBOX_NOTE,
  subjectOf,
  type Block,
  type MailContent,
  type Line,
  type MailShop,
  type Piece,
} from '#contract/words/mail-content.ts'

const WIDTH = 560
const PICTURE = { width: 64, height: 80 }

/** The shop's colours by what they are for; a mail program that knows no dark mode has the light ones. */
const COLOURS = {
  paper: { property: 'background-color', light: '#f5f3ef', dark: '#0d0f15' },
  card: { property: 'background-color', light: '#ece9e3', dark: '#181a20' },
  ink: { property: 'color', light: '#121419', dark: '#f0eeea' },
  muted: { property: 'color', light: '#53555c', dark: '#a2a4ab' },
  link: { property: 'color', light: '#383da2', dark: '#9dabf7' },
  rule: { property: 'border-color', light: '#cfccc5', dark: '#33363f' },
  button: { property: 'background-color', light: '#121419', dark: '#f0eeea' },
  label: { property: 'color', light: '#f5f3ef', dark: '#0d0f15' },
} as const
type Colour = keyof typeof COLOURS

const MARIGOLD = '#fea91e'
const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', Helvetica, Arial, sans-serif"

const darkRules = (before: string) =>
  Object.entries(COLOURS)
    .map(([name, { property, dark }]) => `${before}.${name}{${property}:${dark}!important}`)
    .join('')

/** Outlook's web site marks what it has turned dark by an attribute of its own. */
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;background-color:${COLOURS.paper.light}}
@media (prefers-color-scheme:dark){${darkRules('')}}${darkRules('[data-ogsc] ')}`

/** Properties that give an element a colour in light and in dark. */
function coloured(colour: Colour, style: object = {}) {
  const { property, light } = COLOURS[colour]
  const name = property === 'color' ? 'color' : property === 'border-color' ? 'borderColor' : 'backgroundColor'
  return { className: colour, style: { ...style, [name]: light } }
}

const text = (colour: Colour, style: object, ...words: ReactNode[]) =>
  createElement(Text, coloured(colour, { margin: '0 0 16px', fontSize: 16, lineHeight: '24px', ...style }), ...words)

const link = (url: string, words: string) =>
  createElement(
    Link,
    { href: url, ...coloured('link', { textDecoration: 'underline', wordBreak: 'break-word' }) },
    words,
  )

/** Text with its line breaks. */
const withBreaks = (words: string) =>
  words.split('\n').flatMap((part, index) => (index === 0 ? [part] : [createElement('br'), part]))

const lineNodes = (line: Line) => (typeof line === 'string' ? withBreaks(line) : [link(line.url, line.label)])

function paragraph(lines: readonly Line[], title?: string) {
  const rows = lines.map((line, index) => [...(index === 0 ? [] : [createElement('br')]), ...lineNodes(line)])
  const head = title === undefined ? [] : [createElement('strong', null, title), createElement('br')]
  return text('ink', {}, ...head, ...rows.flat())
}

function piece({ name, size, quantity, amount, each, picture }: Piece) {
  const cell = { verticalAlign: 'top', padding: '0 0 16px' }
  const details = [
    size === undefined ? undefined : `Size ${size}`,
    quantity > 1 || each !== undefined ? `${quantity} × ${each ?? amount}` : undefined,
  ]
  const small = { fontSize: 14, lineHeight: '20px', margin: 0 }
  return createElement(
    Row,
    null,
    createElement(
      Column,
      { style: { ...cell, width: PICTURE.width } },
      picture === undefined
        ? createElement('div', coloured('card', PICTURE))
        : createElement(Img, {
            src: picture,
            alt: name,
            ...PICTURE,
            ...coloured('ink', { fontSize: 12, borderRadius: 8 }),
          }),
    ),
    createElement(
      Column,
      { style: { ...cell, padding: '0 12px 16px' } },
      text('ink', { ...small, fontWeight: 700, wordBreak: 'break-word' }, name),
      text('muted', small, details.filter(Boolean).join(', ')),
    ),
    createElement(
      Column,
      { align: 'right', style: { ...cell, whiteSpace: 'nowrap' } },
      text('ink', { ...small, fontWeight: 700 }, amount),
    ),
  )
}

function blockNode(block: Block): ReactNode {
  if (typeof block === 'string') return paragraph([block])
  if ('lines' in block) return paragraph(block.lines, block.title)
  if ('code' in block) {
    const code = { fontSize: 32, lineHeight: '40px', fontWeight: 800, letterSpacing: '0.2em' }
    return createElement(Section, null, text('ink', { margin: 0 }, block.lead), text('ink', code, block.code))
  }
  if ('button' in block) {
    const { className, style } = coloured('button', {
      padding: '14px 24px',
      borderRadius: 8,
      fontSize: 16,
      fontWeight: 700,
    })
    const label = coloured('label')
    return createElement(
      Section,
      { style: { paddingBottom: 16 } },
      paragraph([block.lead]),
      createElement(
        Button,
        { href: block.url, className: `${className} ${label.className}`, style: { ...style, ...label.style } },
        block.button,
      ),
      block.note === undefined
        ? null
        : text('muted', { margin: '12px 0 0', fontSize: 14, lineHeight: '20px' }, block.note),
    )
  }
  return createElement(
    Section,
    null,
    ...block.pieces.map(piece),
    createElement(Hr, coloured('rule', { margin: '0 0 12px' })),
    ...block.sums.map(({ label, amount, note }) =>
      text('ink', {}, createElement('strong', null, `${label}: ${amount}`), note === undefined ? null : `, ${note}`),
    ),
  )
}

const BRAND = { fontSize: 26, lineHeight: '32px', fontWeight: 800, letterSpacing: '-0.03em' }

const square = createElement('span', {
  style: { display: 'inline-block', width: 8, height: 8, marginLeft: 3, backgroundColor: MARIGOLD },
})

const LOGO = { width: 160, height: 40 }

/** The owner's logo, on white since many are dark, or the shop's name. */
function brand({ shopName, logo }: MailShop) {
  const name = oneLine(shopName)
  if (!logo) return text('ink', BRAND, name, square)
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)))
  const style = {
    backgroundColor: '#ffffff',
    color: COLOURS.ink.light,
    borderRadius: 4,
    fontWeight: 800,
    marginBottom: 16,
  }
  return createElement(Img, { src: logo.src, alt: name, width, height, style })
}

function foot({ isSandbox }: MailContent, { shopName, publicUrl, seller, care }: MailShop) {
  const small = { fontSize: 14, lineHeight: '20px' }
  const lines = (parts: ReactNode[]) =>
    parts.flatMap((part, index) => (index === 0 ? [part] : [createElement('br'), part]))
  return [
    createElement(Hr, coloured('rule', { margin: '24px 0 16px' })),
    isSandbox ? text('muted', small, SANDBOX_NOTE) : null,
    text(
      'muted',
      small,
      ...lines(['Questions? ', ...care]).toSpliced(1, 0, link(`${publicUrl}/contact`, 'Write to us')),
    ),
    text('muted', small, ...lines([link(publicUrl, oneLine(shopName)), ...seller.map(oneLine)])),
  ]
}

/** A mail as HTML that mail programs show alike: in light and dark, without pictures, from 320 px on. */
export function mailHtml(content: MailContent, shop: MailShop): string {
  const subject = subjectOf(content)
  const mail = createElement(
    Html,
    { lang: 'en-IN' },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'viewport', content: 'width=device-width' }),
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('title', null, subject),
      createElement('style', null, STYLES),
    ),
    createElement(
      Body,
      { className: 'paper', style: { margin: 0, fontFamily: FONT } },
      createElement(Preview, null, content.preheader),
      createElement(
        Section,
        coloured('paper'),
        createElement(
          Container,
          { style: { width: '100%', maxWidth: WIDTH, padding: '24px 20px 32px' } },
          brand(shop),
          createElement('h1', coloured('ink', { margin: '8px 0 16px', fontSize: 22, lineHeight: '28px' }), subject),
          ...content.blocks.map((block) => (block === undefined ? null : blockNode(block))),
          ...foot(content, shop),
        ),
      ),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(mail)}`
}
