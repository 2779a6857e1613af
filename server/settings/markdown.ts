import { Marked } from 'marked'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** Web and mail addresses and those within the shop: all others lead nowhere. */
const isSafe = (address: string) => /^(?:https?:|mailto:|[/#])/i.test(address)

// Raw HTML and pictures are no part of a policy. The page around it has the first heading, so the text's begin at the second.
const markdown = new Marked({
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      return `<a href="${isSafe(href) ? escaped(href) : ''}">${this.parser.parseInline(tokens)}</a>`
    },
    heading({ depth, tokens }) {
      const name = `h${Math.max(2, depth)}`
      return `<${name}>${this.parser.parseInline(tokens)}</${name}>\n`
    },
  },
})

/** Markdown as HTML that runs nothing and loads nothing. */
export const htmlOfMarkdown = (text: string): string => markdown.parse(text, { async: false })

/** Text that Markdown leaves as it is; its line breaks stay. */
export const escapedMarkdown = (text: string): string =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replaceAll(/\s*\n\s*/g, '\\\n')
