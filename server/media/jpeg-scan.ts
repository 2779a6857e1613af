/**
 * Markers of a JPEG (ITU-T T.81, B.1.1.3). Each stands behind 0xff, and all but those without parameters before the
 * length of their segment.
 */
const START_OF_SCAN = 0xda
const SEQUENTIAL_FRAMES: readonly (number | undefined)[] = [0xc0, 0xc1]
const END_OF_IMAGE = Buffer.of(0xff, 0xd9)

/** Temporary and restart markers have no parameters. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** The first scan of a JPEG itself, not of a small picture within its header; undefined where there is none. */
function findScan(bytes: Buffer): { begin: number; end: number; isSequential: boolean } | undefined {
  let isSequential = false
  let at = 2
  while (bytes[at] === 0xff && at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      if (marker === START_OF_SCAN) return { begin: at, end, isSequential }
      if (SEQUENTIAL_FRAMES.includes(marker)) isSequential = true
      at = end
    }
  }
  return undefined
}

/**
 * A JPEG as decoders read it; undefined for one without its end, which they fill in and report only sometimes. What
 * stands behind the end, such as the film of a moving photo, does not count. Some cameras write zeros into the header
 * of a scan where a sequential picture has but one choice (T.81, B.2.3): the choice is put there, because a decoder
 * that refuses damage refuses the zeros too.
 */
export function readableJpeg(bytes: Buffer): Buffer | undefined {
  const scan = findScan(bytes)
  // No end marker occurs inside a scan (B.1.1.2).
  if (!scan || bytes.indexOf(END_OF_IMAGE, scan.end) < 0) return undefined
  if (!scan.isSequential || scan.end - scan.begin < 8 || bytes[scan.end - 2] === 63) return bytes
  const mended = Buffer.from(bytes)
  mended.set([0, 63, 0], scan.end - 3)
  return mended
}
