import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

const packageFolder = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/archivo/package.json')))

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** Whatever of these a font holds goes into it: Latin with its accents, as Indian names are written in it, and ₹. */
const SCRIPTS = {
  latin: `${between(0x20, 0x7e)}${between(0xa0, 0xff)}“”‘’‚„–—…•×−`,
  'latin-ext': `${between(0x100, 0x17f)}${between(0x1e00, 0x1eff)}₹`,
}
const WEIGHTS = { regular: 400, bold: 700 }

// A PDF cannot hold a variable font, and the letters of WOFF2 cannot be taken out one by one: hence plain TrueType.
for (const [script, characters] of Object.entries(SCRIPTS)) {
  const source = await readFile(join(packageFolder, 'files', `archivo-${script}-wdth-normal.woff2`))
  for (const [name, wght] of Object.entries(WEIGHTS)) {
    const font = await subsetFont(source, characters, {
      targetFormat: 'sfnt',
      variationAxes: { wght, wdth: 100 },
      keepFeatures: ['kern', 'tnum'],
      noHinting: true,
    })
    await writeFile(join(import.meta.dirname, `${script}-${name}.ttf`), font)
  }
}
await copyFile(join(packageFolder, 'LICENSE'), join(import.meta.dirname, 'OFL.txt'))
