import type { AvifAnswer, AvifQuestion } from '#server/media/avif-process.ts'

import { encodePicture } from '#server/media/encode-picture.ts'

/** The program behind `createAvifProcess`: answers each question with its AVIF and ends with whoever started it. */
async function answer({ master, width }: AvifQuestion): Promise<AvifAnswer> {
  try {
    return { bytes: await encodePicture(Buffer.from(master), width, 'avif') }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

// Ctrl-C reaches every process of a terminal. The shop decides when this one ends.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (question: AvifQuestion) => void answer(question).then((each) => process.send?.(each)))
