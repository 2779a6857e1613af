import { ANSWER_HOURS } from '#contract/contacts/contact-limits.ts'

// Markdown. A word in braces stands for what the owner has entered (`contract/settings/policies.ts`).

export const DEFAULT_PRIVACY = `This notice says what {shopName} keeps about you, what for, and what you can ask of us. The shop is run by {seller}.

## What we keep, and why

- **Your account**: name, e-mail address, phone number and a password that nobody can read, so that you can sign in and see your orders.
- **Your orders**: what you bought, what you paid, where it was sent and how it went, so that we can deliver, answer questions, take goods back and keep the records that tax law asks for.
- **Your cart and wishlist**, so that they are there when you come back.
- **Your messages to us**, so that we can answer them.
- **Your address on the internet**, for a short time, so that nobody can flood the shop or guess passwords.

We do not keep card numbers, UPI handles or bank details. The payment provider takes them and tells us only whether a payment was made.

## Who else gets something

- The payment provider gets the amount, your name, e-mail address and phone number.
- The courier gets the delivery address and your phone number.
- Authorities get what the law obliges us to give.

We do not sell your details, and the shop carries no advertising or tracking by others.

## Cookies and your device

One cookie keeps you signed in, another says whether you are. What you looked at lately, your wishlist before you sign in and your choice of a light or dark look stay on your device.

How fast pages open is counted for all visitors together, without a cookie, your address or anything else about you, and not at all if your browser asks not to be tracked.

## How long

We keep your account until you ask us to delete it. Orders, payments and tax documents are kept for as long as the law asks, at present up to eight years.

## Your rights

You may see what we keep about you, have it corrected or deleted, and withdraw your consent as easily as you gave it: on your profile you download all of it and erase your account. For anything else write to us: {care}.

If our answer does not settle the matter, turn to our grievance officer. After that you may complain to the Data Protection Board of India.

Grievance officer: {officer}.
`

export const DEFAULT_TERMS = `These terms apply when you use {shopName} or buy from it. The seller is {seller}.

## Orders and prices

Prices are in Indian rupees and include all taxes. What you pay is shown before you pay, and nothing is added later. Your order is placed when the payment has gone through; you then see it on your profile.

Pieces that you are about to pay for are set aside for 15 minutes. If a payment goes through after your pieces were sold to somebody else, you get all your money back.

## Cancelling

You may cancel an order free of charge until it is sent. Your money goes back the way it came. We may cancel an order if a piece cannot be delivered or a price was plainly wrong; you then get all your money back.

## Delivery, returns and refunds

[Shipping](/shipping) says when and how we deliver. [Returns](/returns) says how you give something back and get your money.

## Your account

Keep your password to yourself and tell us if somebody else has used your account. Give us an address and a phone number at which you can be reached.

## What we answer for

Goods are as described and as the law asks. Colours on a screen may differ a little from the cloth. These terms take away none of the rights that the Consumer Protection Act gives you.

## Disputes

Please write to us first: {care}. We acknowledge a complaint within ${ANSWER_HOURS} hours and settle it within a month. Indian law applies.

Grievance officer: {officer}.
`

export const DEFAULT_RETURNS = `## {returnWindow}

- The piece is unworn, unwashed and has its labels.
- Write to us with the number of your order: {care}. We tell you how the piece comes back to us.
- Another size instead? Say so in your message. We send it if it is in stock, otherwise you get your money back.

## Faulty or wrong pieces

A piece that is faulty, damaged or not what you ordered can always be returned. We pay for its way back. A picture of the fault helps us to answer quickly.

## Cancelling before we send it

You can cancel an order free of charge until it is sent: on your profile, or by writing to us. You get back all that you paid.

## Refunds

Money goes back the way it came: to the same card, account or UPI handle. We start the refund as soon as the piece has been looked at, or at once when an order is cancelled before it is sent. Your bank then usually takes 5 to 7 working days.
`

export const DEFAULT_SHIPPING = `## Where and when

We deliver in India. An order usually arrives {deliveryDays} after the day on which it was placed. Your order on the profile shows its estimated dates and whether it is on its way.

## What it costs

Shipping is free on every order.

## Payment

You pay when you order: by card, UPI, net banking or wallet, through our payment provider. We do not see your card number.

## If something goes wrong

If a parcel is late, damaged or comes back to us, write to us: {care}. A parcel that is lost on its way is sent again or paid back.
`
