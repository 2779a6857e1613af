import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

/** Printable ASCII, the shop's punctuation, and the accented letters of names and fabrics. */
const LATIN = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u{A0}“”‘’—–…×•·©®°²½éèáàçñöüôêâíóúÉ−`
/** The package has this sign in another, larger file; alone it takes two kilobytes. */
const RUPEE = '₹'

// What the look uses: text 100/400, prices 100/700, headings 118/700, display 125/800.
const AXES = { wght: { min: 400, max: 800 }, wdth: { min: 100, max: 125 } }

const packageFolder = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/archivo/package.json')))

async function subset(script: 'latin' | 'latin-ext', characters: string, name: string): Promise<void> {
  const source = await readFile(join(packageFolder, 'files', `archivo-${script}-wdth-normal.woff2`))
  const font = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    variationAxes: AXES,
    keepFeatures: ['kern', 'tnum'],
    noHinting: true,
  })
  await writeFile(join(import.meta.dirname, name), font)
}

await subset('latin', LATIN, 'archivo.woff2')
await subset('latin-ext', RUPEE, 'archivo-rupee.woff2')
