/** The bytes are no picture that the shop takes. `message` is a sentence for whoever sent them. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
}
