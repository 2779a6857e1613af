import type sharp from 'sharp'

async function load(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  // One thread a picture: two pictures at once fill the two cores of the smallest machine. Every picture is opened
  // once, so a cache of opened ones would only take memory.
  library.concurrency(1)
  library.cache(false)
  // Every loader that the shop does not need is attack surface, above all those that read from a path.
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  })
  return library
}

let loading: Promise<typeof sharp> | undefined

/**
 * The picture library, with only the four loaders that the shop needs, reading from memory. It is loaded at the first
 * call: most processes only send pictures that are ready on the disk.
 */
export function loadLibvips(): Promise<typeof sharp> {
  loading ??= load()
  return loading
}
