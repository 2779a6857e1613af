/** The most pictures of a product. */
export const MAX_IMAGES = 5

/** The largest uploaded file: a picture, or a CSV file. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** The most pixels of an uploaded picture: 25 megapixels. */
export const MAX_PICTURE_PIXELS = 25_000_000

/** The most lines of an imported CSV file. */
export const MAX_CSV_LINES = 20_000
