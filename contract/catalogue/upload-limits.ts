/** The most pictures of a product. */
export const MAX_IMAGES = 5
export const TOO_MANY_IMAGES = `A product has at most ${MAX_IMAGES} pictures.`

/**
 * The largest uploaded file: a picture, or a CSV file. All pictures of a product come in one body, which the proxies
 * must let through: `client_max_body_size` in docs/nginx.conf and `max_size` in docs/operations/containers/Caddyfile.
 */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
const LARGEST_UPLOAD = `at most ${MAX_UPLOAD_BYTES / 1024 ** 2} MiB`
export const IMAGE_TOO_LARGE = `A picture may have ${LARGEST_UPLOAD}.`
export const FILE_TOO_LARGE = `A file may have ${LARGEST_UPLOAD}.`

/** What may be uploaded as a picture, by media type. */
export const ACCEPTED_PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
export const NOT_ACCEPTED = 'Only JPEG, PNG, WebP and AVIF pictures can be used.'
export const UNREADABLE = 'This picture cannot be read. It is damaged, or no JPEG, PNG, WebP or AVIF.'

/** The most pixels of an uploaded picture: 25 megapixels. */
export const MAX_PICTURE_PIXELS = 25_000_000

/** The most lines of an imported CSV file. */
export const MAX_CSV_LINES = 20_000
