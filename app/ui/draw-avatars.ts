import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Avatar, Style } from '@dicebear/core'
import notionists from '@dicebear/styles/notionists.json' with { type: 'json' }
import { optimize } from 'svgo'

import { AVATARS } from '#app/ui/avatars.ts'

// Each word is the random seed of one face. avatars.ts describes the faces in the same order.
const SEEDS =
  'Nisha Rohan Maya Meera Priya Ishaan Yash Farah Karan Sana Neel Gopal Jai Siddharth Imran Rahul Gurpreet Simran Harpreet Leela Tara Dev'.split(
    ' ',
  )
// The background of the product pictures, so that black lines are visible on a dark page, too.
const BACKDROP = '#e6e3dd'

const folder = join(import.meta.dirname, '../../public/avatars')
const style = new Style(notionists)

/**
 * Draws 22 faces of "Notionists" by Zoish (CC0 1.0) into public/avatars. They are 1744 units wide, so whole units do.
 */
async function drawAvatars(): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [index, seed] of SEEDS.entries()) {
    const { id = seed } = AVATARS[index] ?? {}
    const drawing = new Avatar(style, { seed, backgroundColor: [BACKDROP] }).toString()
    const { data } = optimize(drawing, { multipass: true, floatPrecision: 0 })
    await writeFile(join(folder, `${id}.svg`), `${data}\n`)
  }
}

await drawAvatars()
