/** One colour channel of a thumbhash: its mean and the amplitudes of its lowest frequencies, row by row. */
interface Channel {
  mean: number
  width: number
  height: number
  waves: number[]
}

type Colour = readonly [red: number, green: number, blue: number]

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** The frequencies of a channel fill a triangle: the finer across, the coarser down. */
function waveNumbers({ width, height }: Pick<Channel, 'width' | 'height'>): [across: number, down: number][] {
  const numbers: [number, number][] = []
  for (let down = 0; down < height; down += 1) {
    for (let across = down ? 0 : 1; across * height < width * (height - down); across += 1) numbers.push([across, down])
  }
  return numbers
}

/** Reads the three colour channels (brightness, yellow-blue, red-green) in the layout that thumbhash describes. */
function channelsOf(hash: Uint8Array): Channel[] {
  const byte = (index: number) => hash[index] ?? 0
  const head = byte(0) | (byte(1) << 8) | (byte(2) << 16)
  const tail = byte(3) | (byte(4) << 8)
  const hasAlpha = head >> 23
  const long = hasAlpha ? 5 : 7
  const [width, height] = tail >> 15 ? [long, tail & 7] : [tail & 7, long]
  let place = hasAlpha ? 12 : 10
  const halfByte = () => {
    const value = (byte(place >> 1) >> ((place & 1) << 2)) & 15
    place += 1
    return value / 7.5 - 1
  }
  const read = (mean: number, scale: number, across: number, down: number): Channel => {
    const size = { width: Math.max(3, across), height: Math.max(3, down) }
    return { mean, ...size, waves: waveNumbers(size).map(() => halfByte() * scale) }
  }
  return [
    read((head & 63) / 63, ((head >> 18) & 31) / 31, width, height),
    read(((head >> 6) & 63) / 31.5 - 1, (((tail >> 3) & 63) / 63) * 1.25, 3, 3),
    read(((head >> 12) & 63) / 31.5 - 1, (((tail >> 9) & 63) / 63) * 1.25, 3, 3),
  ]
}

function valueAt(channel: Channel, x: number, y: number): number {
  const { mean, waves } = channel
  return waveNumbers(channel).reduce(
    (sum, [across, down], index) =>
      sum + (waves[index] ?? 0) * Math.cos(Math.PI * across * x) * Math.cos(Math.PI * down * y) * 2,
    mean,
  )
}

/** The colour that a thumbhash shows at a place, both from 0 to 1. Each part is from 0 to 255. */
function colourAt(channels: readonly Channel[], x: number, y: number): Colour {
  const [light = 0, yellow = 0, red = 0] = channels.map((channel) => valueAt(channel, x, y))
  const blue = light - (2 / 3) * yellow
  const warm = (3 * light - blue + red) / 2
  const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)
  return [part(warm), part(warm - red), part(blue)]
}

const inHex = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

function gradientOf(thumbhash: string): string | undefined {
  try {
    const channels = channelsOf(bytesOf(thumbhash))
    const [middle, edge] = [colourAt(channels, 0.5, 0.5), colourAt(channels, 0.06, 0.06)]
    return `radial-gradient(closest-side,${inHex(middle)},${inHex(edge)})`
  } catch {
    return undefined
  }
}

/** Gradients by thumbhash, some 100 bytes each: the server draws the same pictures on page after page. */
const known = new Map<string, string | undefined>()
const MOST_KNOWN = 10_000

/**
 * The CSS background shown until a picture has loaded: a gradient from the colour of its middle to the colour of its
 * edge. `thumbhash` is in base64; undefined if it is invalid. Server and browser compute the same value.
 */
export function placeholderOf(thumbhash: string): string | undefined {
  if (!known.has(thumbhash)) {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(thumbhash, gradientOf(thumbhash))
  }
  return known.get(thumbhash)
}
