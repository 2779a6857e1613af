import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

const WEIGHTS = { regular: '400Regular', bold: '700Bold' }

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** Joiners, the circle that a lonely vowel sign stands on, and the blank that words are measured with. */
const COMMON = '\u0020\u00A0\u200C\u200D\u25CC'
/** Latin with its accents, as Indian names are written in it, and ₹. */
const LATIN = `${between(0x20, 0x7e)}${between(0xa0, 0x17f)}${between(0x1e00, 0x1eff)}“”‘’‚„–—…•×−₹`

/** Whatever of these the font of a package holds goes into the file of its name. */
const FONTS = {
  mukta: {
    package: import.meta.resolve('@expo-google-fonts/mukta/package.json'),
    name: 'Mukta',
    characters: `${LATIN}${between(0x900, 0x97f)}`,
  },
  bengali: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-bengali/package.json'),
    name: 'NotoSansBengali',
    characters: `।॥${between(0x980, 0x9ff)}`,
  },
  gurmukhi: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/package.json'),
    name: 'NotoSansGurmukhi',
    characters: `।॥${between(0xa00, 0xa7f)}`,
  },
  gujarati: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-gujarati/package.json'),
    name: 'NotoSansGujarati',
    characters: `।॥${between(0xa80, 0xaff)}`,
  },
  odia: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-oriya/package.json'),
    name: 'NotoSansOriya',
    characters: `।॥${between(0xb00, 0xb7f)}`,
  },
  tamil: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-tamil/package.json'),
    name: 'NotoSansTamil',
    characters: between(0xb80, 0xbff),
  },
  telugu: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-telugu/package.json'),
    name: 'NotoSansTelugu',
    characters: between(0xc00, 0xc7f),
  },
  kannada: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-kannada/package.json'),
    name: 'NotoSansKannada',
    characters: between(0xc80, 0xcff),
  },
  malayalam: {
    package: import.meta.resolve('@expo-google-fonts/noto-sans-malayalam/package.json'),
    name: 'NotoSansMalayalam',
    characters: between(0xd00, 0xd7f),
  },
}
/** How the letters of Indian scripts join, kerning, and figures of one width. */
const FEATURES =
  'kern tnum abvm abvs akhn blwf blwm blws calt cjct dist half haln liga mark mkmk nukt pref pres pstf psts rkrf rphf vatu ccmp locl init'.split(
    ' ',
  )

for (const [file, { package: address, name, characters }] of Object.entries(FONTS)) {
  const folder = dirname(fileURLToPath(address))
  for (const [weight, source] of Object.entries(WEIGHTS)) {
    const whole = await readFile(join(folder, source, `${name}_${source}.ttf`))
    const font = await subsetFont(whole, `${COMMON}${characters}`, {
      targetFormat: 'sfnt',
      keepFeatures: FEATURES,
      noHinting: true,
    })
    await writeFile(join(import.meta.dirname, `${file}-${weight}.ttf`), font)
  }
  await copyFile(join(folder, 'LICENSE_FONT'), join(import.meta.dirname, `OFL-${file}.txt`))
}
