import type sharp from 'sharp'

async function load(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  // One thread for each picture: two at a time already fill the two cores of the smallest machine. Every picture is opened once,
  // so that a cache of opened ones would only hold memory.
  library.concurrency(1)
  library.cache(false)
  // Every loader that the shop does not need is an attack surface, the ones that read from a path included.
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
 * The picture library with only the four loaders of the shop, from memory; for the whole process. It is loaded when it is
 * first asked for: most processes never see a picture that is not on the disk as it is to be sent.
 */
export function loadLibvips(): Promise<typeof sharp> {
  loading ??= load()
  return loading
}
