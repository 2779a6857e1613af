import { inflateSync } from 'node:zlib'

interface PdfObject {
  id: string
  head: string
  stream: Buffer | undefined
}

function objectsOf(bytes: Buffer): PdfObject[] {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => {
    const at = body.indexOf('stream\n')
    if (at < 0) return { id, head: body, stream: undefined }
    const raw = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const head = body.slice(0, at)
    return { id, head, stream: head.includes('/FlateDecode') ? inflateSync(raw) : raw }
  })
}

const fromHex = (hex: string) => (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))

/** What each code of a font means, by its ToUnicode map. */
function meaningsOf(map: string): Map<number, string> {
  const meanings = new Map<number, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      meanings.set(Number.parseInt(first, 16) + index, String.fromCharCode(...fromHex(hex)))
    }
  }
  return meanings
}

interface PdfText {
  x: number
  y: number
  text: string
}

/** The text that a mark says the glyphs of a script stand for. */
function actualOf(block: string): string | undefined {
  const [, hex] = /\/ActualText <FEFF([0-9A-F]*)>/.exec(block) ?? []
  return hex === undefined ? undefined : String.fromCharCode(...fromHex(hex))
}

function textsOf(content: string, fonts: Map<string, Map<number, string>>): PdfText[] {
  return [...content.matchAll(/BT\s([\s\S]*?)ET\s/g)].map(([, block = '']) => {
    const [, x = '0', y = '0'] = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/.exec(block) ?? []
    const [, font = ''] = /\/(\w+) [\d.]+ Tf/.exec(block) ?? []
    const codes = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => fromHex(hex))
    const shown = codes.map((code) => fonts.get(font)?.get(code) ?? '\uFFFD').join('')
    return { x: Number(x), y: Number(y), text: actualOf(block) ?? shown }
  })
}

const isPage = ({ head }: PdfObject) => /\/Type \/Page\b(?!s)/.test(head)

/** What draws each page of a PDF, and how large the page is, in points. */
export function pagesOf(bytes: Buffer): { content: string; size: [number, number] }[] {
  const objects = objectsOf(bytes)
  const byId = new Map(objects.map((object) => [object.id, object]))
  return objects.filter(isPage).map(({ head }) => {
    const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? []
    const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(head) ?? []
    return { content: byId.get(contents)?.stream?.toString() ?? '', size: [Number(width), Number(height)] }
  })
}

/**
 * The pages of a PDF as a person reads them: each a list of lines from top to bottom, in which texts side by side are
 * joined from left to right. It understands only what the shop's own documents contain.
 */
export function readPdf(bytes: Buffer): string[][] {
  const objects = objectsOf(bytes)
  const byId = new Map(objects.map((object) => [object.id, object]))
  return objects.filter(isPage).map(({ head }) => {
    const refer = (name: string, text: string) => byId.get(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? '')
    const resources = refer('Resources', head)?.head ?? head
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
        const map = refer('ToUnicode', byId.get(id)?.head ?? '')?.stream?.toString() ?? ''
        return [name, meaningsOf(map)] as const
      }),
    )
    const texts = textsOf(refer('Contents', head)?.stream?.toString() ?? '', fonts)
    // Sizes differ within a row, so texts at nearly the same height count as one line.
    const rows = Map.groupBy(texts, ({ y }) => Math.round(y / 4))
    return [...rows.keys()]
      .toSorted((a, b) => b - a)
      .map((row) =>
        (rows.get(row) ?? [])
          .toSorted((a, b) => a.x - b.x)
          .map(({ text }) => text)
          .join(' '),
      )
  })
}

/** The glyphs of each text of a document of one page, with the font that is embedded for them. */
export function drawnGlyphs(bytes: Buffer): { font: Buffer; ids: number[] }[] {
  const objects = objectsOf(bytes)
  const fontOf = (id: string | undefined) => objects.find((object) => object.id === id)
  const refer = (name: string, text: string) => new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(text)?.[1]
  const fontFileOf = (name: string): Buffer => {
    const head = (id: string | undefined) => fontOf(id)?.head ?? ''
    const used = objects.map((object) => refer(name, object.head)).find((id) => id !== undefined)
    const descriptor = refer('FontDescriptor', head(refer('DescendantFonts', head(used))))
    return fontOf(refer('FontFile2', head(descriptor)))?.stream ?? Buffer.alloc(0)
  }
  return pagesOf(bytes).flatMap(({ content }) =>
    [...content.matchAll(/BT\s([\s\S]*?)ET\s/g)].map(([, block = '']) => {
      const [, font = ''] = /\/(\w+) [\d.]+ Tf/.exec(block) ?? []
      const ids = [...block.replace(/ActualText <\w+>/, '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) =>
        fromHex(hex),
      )
      return { font: fontFileOf(font), ids }
    }),
  )
}
