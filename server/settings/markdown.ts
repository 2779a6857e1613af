import { micromark } from 'micromark'

// Raw HTML and pictures are no part of a policy. Links lead to web and mail addresses only: micromark empties all others.
const extensions = [{ disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage'] } }]

/** Markdown as HTML that runs nothing and loads nothing. The page around it has the first heading, so the text's begin at the second. */
export const htmlOfMarkdown = (markdown: string): string =>
  micromark(markdown, { extensions }).replaceAll(/<(\/?)h1>/g, '<$1h2>')

/** Text that Markdown leaves as it is; its line breaks stay. */
export const escapedMarkdown = (text: string): string =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replaceAll(/\s*\n\s*/g, '\\\n')
