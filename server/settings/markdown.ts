import { Lexer, Marked, type Token, type TokensList } from 'marked'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** Web and mail addresses and those within the shop: all others lead nowhere. */
const isSafe = (address: string) => /^(?:https?:|mailto:|[/#])/i.test(address)

// Raw HTML and pictures are no part of a policy. The page around it has the first heading, so the text's begin at the
// second.
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

/**
 * Lists and quotes within each other, and emphasis within emphasis, as deep as a person would write and far from the
 * end of the stack.
 */
const MAX_DEPTH = 30
/** Characters of a page. Few signs of Markdown can become many of HTML. */
const MAX_HTML_LENGTH = 200_000

/**
 * How often each character is read. What is nested is read again at each level, which takes seconds for a text that
 * means to.
 */
const MAX_READINGS = 6

/** Characters of one paragraph. The library's time grows with their square. */
const MAX_PARAGRAPH = 5000

class Unreadable extends Error {}

class ShallowLexer extends Lexer {
  private depth = 0
  private left = 0

  override lex(text: string): TokensList {
    this.left = MAX_READINGS * text.length
    return super.lex(text)
  }

  private within<Result>(text: string, read: () => Result): Result {
    this.depth += 1
    this.left -= text.length
    if (this.depth > MAX_DEPTH || this.left < 0) throw new Unreadable()
    try {
      return read()
    } finally {
      this.depth -= 1
    }
  }

  override blockTokens(text: string, tokens?: Token[], isCut?: boolean): Token[]
  override blockTokens(text: string, tokens?: TokensList, isCut?: boolean): TokensList
  override blockTokens(text: string, tokens?: Token[] | TokensList, isCut?: boolean): Token[] | TokensList {
    return this.within(text, () => super.blockTokens(text, tokens, isCut))
  }

  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    if (text.length > MAX_PARAGRAPH) throw new Unreadable()
    return this.within(text, () => super.inlineTokens(text, tokens))
  }
}

/**
 * Markdown as HTML that runs nothing and loads nothing; undefined if it is nested too deep, has a paragraph that is too
 * long, or would become too long.
 */
export function findHtmlOfMarkdown(text: string): string | undefined {
  try {
    const html = markdown.parser(new ShallowLexer(markdown.defaults).lex(text))
    return html.length <= MAX_HTML_LENGTH ? html : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** The same, and the text as it is typed where it cannot be read as Markdown: no text may break its page. */
export const htmlOfMarkdown = (text: string): string =>
  findHtmlOfMarkdown(text) ?? `<p>${escaped(text.slice(0, MAX_HTML_LENGTH))}</p>`

/** Text that Markdown leaves as it is; its line breaks stay. */
export const escapedMarkdown = (text: string): string =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replaceAll(/\s*\n\s*/g, '\\\n')
