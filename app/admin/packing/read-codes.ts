/** What a browser reads codes with, where it can. TypeScript does not know it yet. */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
export interface CodeReaderClass {
  new (options: { formats: readonly string[] }): CodeReader
  getSupportedFormats(): Promise<string[]>
}

/** Of our own labels, of other makers and of couriers. */
const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'itf', 'qr_code']
const LOOK_EVERY_MS = 150
/** A code counts again once it was out of sight for so long: the next piece of the same size. */
const OUT_OF_SIGHT_MS = 1200

/** The reader of the browser; undefined where it has none or no camera may be asked for. */
export function codeReaderHere(): CodeReaderClass | undefined {
  if (!('mediaDevices' in navigator)) return undefined
  return Reflect.get(globalThis, 'BarcodeDetector') as CodeReaderClass | undefined
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name

/** Why the camera reads nothing, as a sentence. */
export function cameraFault(error: unknown): string {
  if (isNamed(error, 'NotAllowedError')) {
    return 'The camera may not be used. Allow it for this site in the browser and load this page again.'
  }
  if (isNamed(error, 'NotFoundError')) return 'This device has no camera.'
  return 'The camera does not work here. Scan or type the code instead.'
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Shows what the camera sees and tells of each code that comes into sight, once, until the signal ends it. Then the
 * camera is off. Rejects where there is no camera or it may not be used.
 */
export async function readCodes(
  Reader: CodeReaderClass,
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: string) => void,
): Promise<void> {
  const known = await Reader.getSupportedFormats()
  const reader = new Reader({ formats: FORMATS.filter((format) => known.includes(format)) })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    const seenAt = new Map<string, number>()
    while (!signal.aborted) {
      for (const { rawValue } of await reader.detect(video)) {
        const now = performance.now()
        const isNew = now - (seenAt.get(rawValue) ?? -Infinity) > OUT_OF_SIGHT_MS
        seenAt.set(rawValue, now)
        if (isNew && !signal.aborted) onCode(rawValue)
      }
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
