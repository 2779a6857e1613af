/**
 * True for an animated PNG and for an AVIF that holds a sequence. The decoder does not tell of these two and would take their first
 * picture; it does tell of an animated WebP. Sources: PNG, third edition, `acTL`; AVIF 1.1, brand `avis`.
 */
export function hasHiddenAnimation(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) === 'PNG') return hasAnimationChunk(bytes)
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return bytes.subarray(8, bytes.readUInt32BE(0)).includes('avis')
  return false
}

/** `acTL` has to stand before the first picture chunk. */
function hasAnimationChunk(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
