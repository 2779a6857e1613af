import { button, paragraphs, word } from '#contract/words/define-word.ts'
import { closing, mail, opening, preheader, subject, SUBJECT_LENGTH } from '#contract/words/mail-parts.ts'

const WAY_BACK = 'to the card or account that you paid with'
const MONEY_BACK = `it was returned ${WAY_BACK} on {date}. Your bank may take some days to show it.`

const ABOUT_ORDER = ['order', 'date', 'name'] as const

/** The words of the mails about orders, their returns and their money. */
export const ORDER_MAIL_WORDS = {
  'order-received': mail('Order received', ABOUT_ORDER, {
    subject: subject('Received: your order {order}', 'order'),
    preheader: preheader('Thank you. What you bought, and what happens next.'),
    opening: opening('We have received your order {order} of {date}. Thank you.', 'order'),
    noAddress: paragraphs(
      'Where it has no address',
      'It has no delivery address yet. Please add one on your profile: it is shipped once we know where to.',
    ),
    confirmLead: word(
      'Above the button, where it is paid at the door',
      'You pay at the door. Please confirm that you want it, so that we can send it:',
      { max: 300 },
    ),
    confirmButton: button('Confirm the order'),
  }),
  'order-shipped': mail('Order shipped', ABOUT_ORDER, {
    subject: subject('Shipped: your order {order}', 'order'),
    subjectAgain: word('Subject once the courier is known', 'Shipped: your order {order} with {courier}', {
      ...SUBJECT_LENGTH,
      placeholders: ['shop', 'order', 'courier'],
      needs: ['order', 'courier'],
    }),
    preheader: preheader('Who carries it, and where it goes.'),
    opening: opening('Your order {order} was shipped on {date}.', 'order'),
  }),
  'order-delivered': mail('Order delivered', ABOUT_ORDER, {
    subject: subject('Delivered: your order {order}', 'order'),
    preheader: preheader('Do you not have it? Then please write to us.'),
    opening: opening(
      'Your order {order} was marked as delivered on {date}. If you do not have it, please write to us.',
      'order',
    ),
  }),
  'order-cancelled': mail('Order cancelled', ABOUT_ORDER, {
    subject: subject('Cancelled: your order {order}', 'order'),
    preheader: preheader('What becomes of your money.'),
    opening: opening('Your order {order} was cancelled on {date}.', 'order'),
  }),
  'order-paid': mail('Order for cash paid in advance', ABOUT_ORDER, {
    subject: subject('Paid: your order {order}', 'order'),
    preheader: preheader('Nothing is to be paid at the door.'),
    opening: opening(
      'Since {date} your order {order} is one that is paid in advance. Nothing is to be paid at the door. Thank you.',
      'order',
    ),
  }),
  'cash-order-code': mail('Code that confirms an order for cash', ['order', 'minutes'], {
    subject: subject('Your code for order {order}', 'order'),
    preheader: preheader('It works once and for {minutes} minutes.'),
    lead: word('Above the code', 'Your code is'),
    opening: opening(
      'It confirms your order {order}, once and for {minutes} minutes, in the browser where it was asked for. We never ask for it on the phone.',
    ),
  }),
  'pieces-cancelled': mail('Pieces cancelled', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Cancelled: {pieces} of your order {order}', 'order'),
    preheader: preheader('What becomes of your money.'),
    opening: opening(
      'On {date} {pieces} of your order {order} were cancelled. The rest of it is on its way as before.',
      'order',
    ),
  }),
  'order-changed': mail('Order changed by the shop', ABOUT_ORDER, {
    subject: subject('Changed: your order {order}', 'order'),
    preheader: preheader('What is different now.'),
    opening: opening('On {date} we changed your order {order}. It costs what it cost before.', 'order'),
    closing: closing('Is that not what you want? Then please write to us before it leaves.'),
  }),
  'parcel-undelivered': mail('Parcel not delivered', ABOUT_ORDER, {
    subject: subject('Not delivered: your order {order}', 'order'),
    preheader: preheader('Why, and what you can do.'),
    opening: opening('On {date} the courier could not hand over the parcel of your order {order}.', 'order'),
    closing: closing('Is the address wrong, or does another day suit you better? Then please write to us.'),
  }),
  'return-asked': mail('Return asked for', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Asked for: your return of order {order}', 'order'),
    preheader: preheader('What comes next.'),
    opening: opening('On {date} you asked to return {pieces} of your order {order}.', 'order'),
  }),
  'return-approved': mail('Return approved', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Approved: your return of order {order}', 'order'),
    preheader: preheader('How the parcel comes back.'),
    opening: opening('We take back {pieces} of your order {order}.', 'order'),
  }),
  'return-pick-up': mail('Return fetched', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Pick-up booked: your return of order {order}', 'order'),
    preheader: preheader('Who comes, and the number of the parcel.'),
    opening: opening('We have asked a courier to fetch {pieces} of your order {order} at your door.', 'order'),
  }),
  'return-refused': mail('Return refused', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Refused: your return of order {order}', 'order'),
    preheader: preheader('Why we cannot take it back.'),
    opening: opening('We cannot take back {pieces} of your order {order}.', 'order'),
  }),
  'return-received': mail('Return received', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Received: your return of order {order}', 'order'),
    preheader: preheader('What comes next.'),
    opening: opening('On {date} {pieces} of your order {order} arrived at our shop.', 'order'),
  }),
  'return-lost': mail('Return lost', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Lost: the parcel of your order {order}', 'order'),
    preheader: preheader('What becomes of your money.'),
    opening: opening('On {date} we gave up looking for the parcel with {pieces} of your order {order}.', 'order'),
  }),
  'return-delivered': mail('Delivered after all', ['order', 'pieces', 'date', 'name'], {
    subject: subject('Delivered after all: your order {order}', 'order'),
    preheader: preheader('It stays paid.'),
    opening: opening(
      'On {date} we noted that the parcel with {pieces} of your order {order} has reached you after all. It stays paid.',
      'order',
    ),
  }),
  'return-paid': mail('Return paid', ['order', 'amount', 'date', 'name'], {
    subject: subject('Paid: {amount} for your return of order {order}', 'order'),
    preheader: preheader('To the account that you named.'),
    opening: opening(
      'On {date} we paid {amount} for your return of order {order} to the account that you named.',
      'amount',
      'order',
    ),
  }),
  'return-exchange-ended': mail('Exchange ended', ['order', 'pieces', 'date', 'name'], {
    subject: subject('No longer kept: your other size for order {order}', 'order'),
    preheader: preheader('What comes next.'),
    opening: opening(
      'Since {date} the other size that you wanted in your return of order {order} is no longer kept for you.',
      'order',
    ),
  }),
  'refund-done': mail('Refund done', ['order', 'amount', 'date', 'name'], {
    subject: subject('Refund done: your order {order}', 'order'),
    preheader: preheader(`{amount} went back ${WAY_BACK}.`),
    opening: opening(`The refund of {amount} for your order {order} is done: ${MONEY_BACK}`, 'amount', 'order'),
  }),
  'payment-returned': mail('Payment returned', ['amount', 'date', 'name'], {
    subject: subject('Refund done: {amount}', 'amount'),
    preheader: preheader(`{amount} went back ${WAY_BACK}.`),
    opening: opening(`The refund of {amount} for your payment is done: ${MONEY_BACK}`, 'amount'),
  }),
} as const
