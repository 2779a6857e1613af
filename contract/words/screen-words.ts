import { paragraphs, word } from '#contract/words/define-word.ts'
import { RENDERED_NOTE } from '#contract/words/rendered-note.ts'

/**
 * The owner's words on the pages of the shop and on paper, by where they stand. Those in the mails are in
 * `mail-words.ts`.
 */
export const SCREEN_WORDS = {
  Footer: {
    footerLine: word('Line under the name', 'Original menswear, cut in-house. Worn every day, kept for years.', {
      isOptional: true,
      placeholders: ['shop'],
    }),
    footerNote: word('Note at the foot', RENDERED_NOTE, {
      isOptional: true,
      placeholders: ['shop'],
      hint: 'Behind the shop’s name.',
    }),
  },
  'Empty lists': {
    emptyCart: word('Empty cart', 'Your cart is empty.', { placeholders: ['shop'] }),
    emptyOrders: word('No orders', 'No orders yet.', { placeholders: ['shop'] }),
    emptyWishlist: word('Empty wishlist', 'Nothing saved yet. Press the heart of a product to find it here.', {
      placeholders: ['shop'],
    }),
  },
  'After paying': {
    thanksTitle: word('Thanks', 'Thank you for your order.', { max: 80, placeholders: ['shop', 'name'] }),
    thanksPlaced: word('What happens now', 'Order {order} is placed.', {
      placeholders: ['shop', 'order'],
      needs: ['order'],
    }),
    thanksDelivery: word('When it arrives', 'Estimated delivery: {delivery}.', {
      placeholders: ['delivery'],
      needs: ['delivery'],
      hint: 'Left out where nobody knows yet.',
    }),
    thanksMail: word('The mail that follows', 'A mail with your order follows to {email}.', {
      placeholders: ['email'],
      needs: ['email'],
      hint: 'Left out while the shop sends no mail.',
    }),
    thanksText: paragraphs('Further words', '', { max: 500, isOptional: true, placeholders: ['shop', 'name'] }),
  },
  'Packing slip': {
    slipLine: word('Line at the foot', '', {
      max: 200,
      isOptional: true,
      placeholders: ['shop', 'order'],
      hint: 'Below the pieces, for whoever opens the parcel. Empty: none.',
    }),
  },
} as const

/** The words that every page of the shop is sent. */
export const PAGE_WORDS = [
  'footerLine',
  'footerNote',
  ...(Object.keys(SCREEN_WORDS['Empty lists']) as (keyof (typeof SCREEN_WORDS)['Empty lists'])[]),
  ...(Object.keys(SCREEN_WORDS['After paying']) as (keyof (typeof SCREEN_WORDS)['After paying'])[]),
] as const
