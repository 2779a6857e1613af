import { setting, whole } from '#contract/settings/define-setting.ts'

/** What customers pay beside the goods. */
export const FEE_SETTINGS = {
  shippingFee: setting({
    label: 'Shipping fee, in rupees',
    group: 'Delivery and returns',
    schema: whole(0, 10_000, 'rupees'),
    default: 0,
    input: 'number',
    hint: 'A line of small orders, from the cart on. 0: shipping is free. Say so in the policy on shipping, too.',
  }),
  freeShippingFrom: setting({
    label: 'Shipping is free from, in rupees',
    group: 'Delivery and returns',
    schema: whole(1, 1_000_000, 'rupees'),
    default: 999,
    input: 'number',
    hint: 'What the pieces cost after discounts. Counts only with a shipping fee.',
  }),
} as const
