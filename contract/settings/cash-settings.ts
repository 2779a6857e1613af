import { z } from 'zod'

import { categoryIds, setting, whole } from '#contract/settings/define-setting.ts'

/** Payment at the door. Interest in it ends with `takesCash`: while that is off, nothing of it shows. */
export const CASH_SETTINGS = {
  takesCash: setting({
    label: 'Cash on delivery',
    group: 'Cash on delivery',
    schema: z.boolean({ error: 'On or off.' }),
    default: false,
    input: 'switch',
    hint: 'The checkout offers to pay at the door. Say so in the policy on shipping and payment, too.',
  }),
  cashFee: setting({
    label: 'Fee, in rupees',
    group: 'Cash on delivery',
    schema: whole(0, 1000, 'rupees'),
    default: 40,
    input: 'number',
    hint: 'A line of the order. 0: none.',
  }),
  cashLimit: setting({
    label: 'Highest amount, in rupees',
    group: 'Cash on delivery',
    schema: whole(1, 200_000, 'rupees'),
    default: 5000,
    input: 'number',
    hint: 'What an order may cost at the door, its fees included.',
  }),
  cashExcludedCategories: setting({
    label: 'Categories that are paid in advance',
    group: 'Cash on delivery',
    schema: categoryIds,
    default: '',
    input: 'categories',
    hint: 'Orders with a piece of one of these are not paid at the door.',
  }),
  takesCashFirst: setting({
    label: 'A first order may be paid at the door',
    group: 'Cash on delivery',
    schema: z.boolean({ error: 'On or off.' }),
    default: true,
    input: 'switch',
    hint: 'Off: only customers who have paid for an order before may choose cash.',
  }),
  cashNeedsConfirming: setting({
    label: 'Orders for cash are confirmed before they are shipped',
    group: 'Cash on delivery',
    schema: z.boolean({ error: 'On or off.' }),
    default: true,
    input: 'switch',
    hint: 'By the button in the customer’s mail, or by you. An order that nobody confirms within 48 hours ends, and its stock comes back.',
  }),
  cashMissedDays: setting({
    label: 'Days until cash is missed',
    group: 'Cash on delivery',
    schema: whole(1, 90, 'days'),
    default: 14,
    input: 'number',
    hint: 'Today then names the parcels that nobody has said to be delivered or refused, and those whose money has not come.',
  }),
} as const
