import sharp from 'sharp'

// One thread for each picture: two at a time already fill the two cores of the smallest machine. Every picture is opened once,
// so that a cache of opened ones would only hold memory.
sharp.concurrency(1)
sharp.cache(false)

// Every loader that the shop does not need is an attack surface, the ones that read from a path included.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** The picture library with only the four loaders of the shop, from memory; for the whole process. */
export const libvips = sharp
