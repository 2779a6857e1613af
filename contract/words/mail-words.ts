import type { MailName } from '#contract/words/mail-names.ts'

import { button, paragraphs, word } from '#contract/words/define-word.ts'
import {
  closing,
  lead,
  mail,
  notice,
  NOT_YOU,
  opening,
  preheader,
  subject,
  type MailWords,
} from '#contract/words/mail-parts.ts'
import { ORDER_MAIL_WORDS } from '#contract/words/order-mail-words.ts'

const LEAVE_ALONE =
  'Was it not you? Then please leave that link alone. As long as nobody confirms this address, we write to it at most once a day.'
const CONFIRM_LEAD = 'Was it you? Then please confirm your address, so that we can write to you about your orders:'
const CONFIRM_PREHEADER = 'Was it you? Then please confirm your address.'

/**
 * The words of every mail, as the shop has them until its owner writes others. Links, lists, sums and facts stand
 * between them and are not words. `say()` reads them.
 */
export const MAIL_WORDS = {
  ...ORDER_MAIL_WORDS,
  'first-mail': mail('First mail to an address', [], {
    preheader: preheader(CONFIRM_PREHEADER),
    lead: lead(CONFIRM_LEAD),
    button: button('Confirm my address'),
    closing: closing(LEAVE_ALONE),
    paidClosing: paragraphs(
      'Last words where something was paid for',
      'Was it not you? Then please leave that link alone. We write to this address only about orders that were paid for with it.',
    ),
  }),
  'confirm-address': mail('Confirm the address', [], {
    subject: subject('Please confirm your e-mail address'),
    preheader: preheader(CONFIRM_PREHEADER),
    opening: opening(
      'An account at our shop has this e-mail address: somebody registered it, or asked us for this mail on its profile.',
    ),
    lead: lead(CONFIRM_LEAD),
    button: button('Confirm my address'),
    closing: closing(LEAVE_ALONE),
  }),
  'confirm-new-address': mail('Confirm the new address', ['hours'], {
    subject: subject('Please confirm your new e-mail address'),
    preheader: preheader('The link works once, for {hours} hours.'),
    opening: opening('Somebody with an account at our shop wants to use this e-mail address for it.'),
    lead: lead(
      'Was it you? Then please confirm the address. You are logged out everywhere by that, and log in with it from then on:',
    ),
    button: button('Use this address'),
    closing: closing(LEAVE_ALONE),
  }),
  'address-changed': mail('Address changed', ['date'], {
    subject: subject('Changed: the e-mail address of your account'),
    preheader: preheader('Was it not you? Then please write to us at once.'),
    opening: opening(
      'On {date} the e-mail address of your account at our shop was changed to another one. Whoever changed it knew the password. From now on we write to the new address.',
      'date',
    ),
    closing: closing('Was it not you? Then please write to us at once, and name an order of yours.'),
  }),
  'password-changed': notice(
    'Password changed',
    'Changed: the password of your account',
    'your account at our shop has a new password',
  ),
  'passkey-added': notice(
    'Passkey added',
    'Added: a passkey for your account',
    'your account at our shop has a new passkey, which lets in without the password',
  ),
  'second-factor-on': notice(
    'Code app turned on',
    'Turned on: the code app of your account',
    'signing in to the admin area needs a code of an app, too',
  ),
  'second-factor-off': notice(
    'Code app turned off',
    'Turned off: the code app of your account',
    'signing in to the admin area needs the password alone',
  ),
  'recovery-codes-renewed': notice(
    'Recovery codes renewed',
    'Renewed: the recovery codes of your account',
    'your account at our shop has new recovery codes, and the old ones do not work any more',
  ),
  'recovery-code-used': notice(
    'Recovery code used',
    'Used: a recovery code of your account',
    'a recovery code of your account at our shop is used up: it stood in for the code of the app',
  ),
  'new-password': mail('New password', ['minutes'], {
    subject: subject('A new password for your account'),
    preheader: preheader('The link works once and for {minutes} minutes.'),
    opening: opening('Somebody has asked us for a new password for the account with this e-mail address.'),
    lead: lead('Choose a new password here; the link works once and for {minutes} minutes:'),
    button: button('Choose a new password'),
    closing: closing('Was it not you? Then please do nothing: without this mail nobody gets into the account.'),
  }),
  'sign-in-code': mail('Code to log in', ['minutes'], {
    subject: subject('Your code to log in'),
    preheader: preheader('It works once and for {minutes} minutes.'),
    lead: word('Above the code', 'Your code is'),
    opening: opening(
      'It works once and for {minutes} minutes, in the browser where it was asked for. We never ask for it on the phone.\n\nIf your address was not confirmed before, the code confirms it and ends the password that was set until then: choose a new one by “Forgotten your password?” on the login page.',
    ),
    closing: closing('Was it not you? Then please do nothing: without this mail nobody gets into the account.'),
  }),
  'account-erasure': mail('Account will be erased', ['date', 'name'], {
    subject: subject('Your account will be erased on {date}', 'date'),
    preheader: preheader('Log in before then if you want to keep it.'),
    opening: opening(
      'As you have asked us, we erase your account on {date}, or once your last order has come if that is later. You are logged out everywhere.',
      'date',
    ),
    lead: lead('Have you changed your mind? Then keep it, or just log in:'),
    button: button('Keep my account'),
    closing: closing('Was it not you? Then keep the account and choose a new password: somebody knows the old one.'),
  }),
  'back-in-stock': mail('Back in stock', ['product', 'name'], {
    subject: subject('Back in stock: {product}', 'product'),
    preheader: preheader('You asked us to tell you. It is not set aside for you.'),
    lead: lead('{product} is back in stock:'),
    button: button('See it'),
    closing: closing(
      'It is not set aside for you. You asked us for this one mail, and we do not write about it again.',
    ),
  }),
  'credit-given': mail('Store credit given', ['amount', 'date', 'name'], {
    subject: subject('Given to you: {amount} of store credit', 'amount'),
    preheader: preheader('It pays for whatever you order next.'),
    opening: opening('We have given you store credit of {amount}. You can pay with it at the checkout.', 'amount'),
    ends: paragraphs('Where it ends', 'It counts until {date}, that day included.', { needs: ['date'] }),
  }),
  'credit-ends': mail('Store credit ends soon', ['amount', 'date', 'name'], {
    subject: subject('{amount} of store credit ends on {date}', 'amount', 'date'),
    preheader: preheader('It pays for whatever you order until then.'),
    opening: opening(
      'Of your store credit {amount} counts until {date}, that day included. You can pay with it at the checkout.',
      'amount',
      'date',
    ),
  }),
  'message-received': mail('Message received', ['ticket'], {
    subject: subject('Received: your message {ticket}', 'ticket'),
    preheader: preheader('We answer by e-mail.'),
    opening: opening('We have received your message. Its number is {ticket}. We answer by e-mail.', 'ticket'),
    closing: closing('Did you not write to us? Then somebody else typed your address, and you need not do anything.'),
  }),
  'message-answered': mail('Message answered', ['ticket'], {
    subject: subject('Answered: your message {ticket}', 'ticket'),
    closing: closing(
      'This answers your message {ticket}. To write to us again, please use the form and name that number.',
    ),
  }),
  'staff-invitation': mail('Staff invitation', ['days'], {
    subject: subject('Join the staff of {shop}'),
    preheader: preheader('The link works once, for {days} days.'),
    opening: opening('You were invited to work in the admin area of our shop.'),
    lead: lead('Make your own account there:'),
    button: button('Join the staff'),
    closing: closing('Do you not know this shop? Then please do nothing.'),
  }),
  'key-made': mail('Key for a program made', ['date'], {
    subject: subject('Made: a key for another program'),
    preheader: preheader(NOT_YOU),
    opening: opening(
      'On {date} an owner of the shop made a key by which another program can read or change a part of it.',
      'date',
    ),
    lead: lead('Do you not know of it? Then end it there, and choose a new password:'),
    button: button('See the keys'),
  }),
  'webhook-paused': mail('Webhook paused', ['date', 'days'], {
    subject: subject('Paused: a webhook of {shop}'),
    preheader: preheader('Another program hears of no changes any more.'),
    opening: opening(
      'Since {date} we tell another program of no changes any more. Its address says that it is gone, or has taken nothing for three days.\n\nWhat happens meanwhile is kept for it for {days} days.',
      'date',
    ),
    lead: lead('Once its address works again, let it go on:'),
    button: button('See the webhooks'),
  }),
} as const satisfies Record<MailName, MailWords>
