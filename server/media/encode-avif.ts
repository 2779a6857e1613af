import { buffer } from 'node:stream/consumers'

import type { PictureWidth } from '#contract/pictures.ts'

import { encodePicture } from '#server/media/encode-picture.ts'

// The program behind `runAvifEncoder`: a master on standard input, a width as its parameter, an AVIF on standard output.
// Ctrl-C reaches every process of a terminal. The shop decides when this one ends.
process.on('SIGINT', () => {})
const width = Number(process.argv[2]) as PictureWidth
process.stdout.write(await encodePicture(await buffer(process.stdin), width, 'avif'))
