import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

const packageFolder = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/mukta/package.json')))

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** Whatever of these the font holds goes into it: Latin with its accents, as Indian names are written in it, Devanagari, and ₹. */
const CHARACTERS = [
  `${between(0x20, 0x7e)}${between(0xa0, 0x17f)}${between(0x1e00, 0x1eff)}“”‘’‚„–—…•×−₹`,
  `${between(0x900, 0x97f)}\u200C\u200D\u25CC`,
].join('')
/** How the letters of Devanagari join, kerning, and figures of one width. */
const FEATURES =
  'kern tnum abvm abvs akhn blwf blwm blws cjct half haln liga nukt pres psts rkrf rphf vatu ccmp locl init'.split(' ')
const WEIGHTS = { regular: '400Regular', bold: '700Bold' }

for (const [name, weight] of Object.entries(WEIGHTS)) {
  const font = await subsetFont(await readFile(join(packageFolder, weight, `Mukta_${weight}.ttf`)), CHARACTERS, {
    targetFormat: 'sfnt',
    keepFeatures: FEATURES,
    noHinting: true,
  })
  await writeFile(join(import.meta.dirname, `${name}.ttf`), font)
}
await copyFile(join(packageFolder, 'LICENSE_FONT'), join(import.meta.dirname, 'OFL.txt'))
