import { buffer } from 'node:stream/consumers'

import type { PictureWidth } from '#contract/catalogue/srcset-widths.ts'
import type { PictureFormat } from '#server/media/served-picture-formats.ts'

import { encodePicture } from '#server/media/encode-picture.ts'

// The program behind `runEncoderProcess`: a master on standard input, width and format as its parameters, the picture
// on standard output.
const [width, format] = process.argv.slice(2)
const master = await buffer(process.stdin)
process.stdout.write(await encodePicture(master, Number(width) as PictureWidth, format as PictureFormat))
