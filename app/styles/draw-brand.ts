import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

import type Sharp from 'sharp'

const INK = '#121419'
const PAPER = '#f5f3ef'
const CARD = '#ece9e3'
const EDGE = '#82838a'
const MUTED = '#53555c'
const MARIGOLD = '#fea91e'

const publicFolder = join(import.meta.dirname, '../../public')

/** Writes Archivo at the display's weight and width as a plain font file, which sharp can find. */
async function writeDisplayFont(folder: string): Promise<void> {
  const home = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/archivo/package.json')))
  const source = await readFile(join(home, 'files/archivo-latin-wdth-normal.woff2'))
  const letters = 'DESIGNED. FOR. TOMORROW. NEXT-GEN FASHION'
  const font = await subsetFont(source, letters, { targetFormat: 'sfnt', variationAxes: { wght: 800, wdth: 125 } })
  await writeFile(join(folder, 'archivo-display.ttf'), font)
  await writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
}

function tickRule(y: number): string {
  const marks = Array.from({ length: 89 }, (_, index) => {
    const isLong = index % 10 === 0
    return `<path d="M${72 + index * 12}.5 ${y}v${isLong ? 22 : 11}" stroke="${isLong ? MUTED : EDGE}"/>`
  })
  return marks.join('')
}

/** The sewing pattern of a shirt's front: cutting line, seam line, grain, notches. */
const PATTERN_PIECE = `
  <g transform="translate(925 44) scale(0.92)" fill="none" stroke-linejoin="round">
    <path d="M66 10 C76 62 110 84 150 84 L150 368 L-2 368 C8 300 12 240 10 190 C40 176 44 128 20 78 L-34 44 Z" transform="translate(40 0)" fill="${CARD}" stroke="${INK}" stroke-width="2"/>
    <path d="M100 30 C114 72 142 96 178 98 L178 354 L54 354 C62 296 66 244 64 200 C92 180 94 128 74 84 L30 54 Z" stroke="${INK}" stroke-width="2" stroke-dasharray="9 7"/>
    <path d="M128 150 V316 M121 160 l7 -12 7 12 M121 306 l7 12 7 -12" stroke="${MUTED}" stroke-width="2"/>
    <path d="M190 150 h-9 M190 220 h-9 M190 290 h-9 M50 258 h10" stroke="${INK}" stroke-width="2"/>
  </g>`

function headline(word: string, y: number): string {
  return `<text x="66" y="${y}" font-family="Archivo" font-weight="800" font-size="118" letter-spacing="-4.8" fill="${INK}">${word}<tspan dx="-4" fill="${MARIGOLD}">.</tspan></text>`
}

const SHARING_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="${PAPER}"/>
  ${PATTERN_PIECE}
  <rect x="73" y="64" width="340" height="46" rx="14" fill="none" stroke="${INK}" stroke-width="2" stroke-dasharray="7 5"/>
  <rect x="92" y="81" width="12" height="12" fill="${MARIGOLD}"/>
  <text x="116" y="94" font-family="Archivo" font-weight="800" font-size="20" letter-spacing="1" fill="${INK}">NEXT-GEN FASHION</text>
  ${headline('DESIGNED', 262)}${headline('FOR', 370)}${headline('TOMORROW', 478)}
  ${tickRule(556)}
</svg>`

async function drawIcons(sharp: typeof Sharp): Promise<void> {
  const icon = await readFile(join(publicFolder, 'favicon.svg'))
  // These systems round the corners by themselves, so the colour goes up to the edge.
  const flat = Buffer.from(icon.toString().replace(' rx="13"', ''))
  for (const [name, size] of [
    ['apple-touch-icon', 180],
    ['icon-192', 192],
    ['icon-512', 512],
  ] as const) {
    const drawing = sharp(flat, { density: (72 * size) / 64 }).resize(size)
    await drawing.png({ palette: true, effort: 10 }).toFile(join(publicFolder, `${name}.png`))
  }
}

const ICO_SIZES = [16, 32] as const
const ICO_HEAD_BYTES = 6
const ICO_ENTRY_BYTES = 16

/** Writes PNG pictures into an ICO file, because some programs request `/favicon.ico` on every site. */
async function drawIco(sharp: typeof Sharp): Promise<void> {
  const icon = await readFile(join(publicFolder, 'favicon.svg'))
  const pictures = await Promise.all(
    ICO_SIZES.map((size) =>
      sharp(icon, { density: (72 * size) / 64 })
        .resize(size)
        .png({ effort: 10 })
        .toBuffer(),
    ),
  )
  const head = Buffer.alloc(ICO_HEAD_BYTES + ICO_ENTRY_BYTES * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let place = head.length
  for (const [index, { length }] of pictures.entries()) {
    const entry = ICO_HEAD_BYTES + ICO_ENTRY_BYTES * index
    const size = ICO_SIZES[index] ?? 0
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(length, entry + 8)
    head.writeUInt32LE(place, entry + 12)
    place += length
  }
  await writeFile(join(publicFolder, 'favicon.ico'), Buffer.concat([head, ...pictures]))
}

const folder = await mkdtemp(join(tmpdir(), 'brand-'))
try {
  await writeDisplayFont(folder)
  // Read once, when the library is loaded.
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  const { default: sharp } = await import('sharp')
  await drawIcons(sharp)
  await drawIco(sharp)
  await sharp(Buffer.from(SHARING_PICTURE)).png({ palette: true, effort: 10 }).toFile(join(publicFolder, 'share.png'))
} finally {
  await rm(folder, { recursive: true })
}
