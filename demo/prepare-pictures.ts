import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { PictureFacts } from '#server/media/stored-pictures.ts'

import { PICTURE_FACTS_FILE, PICTURE_FOLDER } from '#demo/catalogue.ts'
import { checkPicture } from '#demo/check-picture.ts'

// Run it after a picture was added or changed: node demo/prepare-pictures.ts
const facts: Record<string, PictureFacts> = {}
for (const file of (await readdir(PICTURE_FOLDER)).toSorted()) {
  facts[file] = await checkPicture(await readFile(join(PICTURE_FOLDER, file)))
}
await writeFile(PICTURE_FACTS_FILE, `${JSON.stringify(facts, undefined, 2)}\n`)
console.log(`${Object.keys(facts).length} pictures are prepared.`)
