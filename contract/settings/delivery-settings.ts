import { z } from 'zod'

import { closedDatesIn, workingDaysIn } from '#contract/delivery/working-days.ts'
import { optionalText } from '#contract/schemas/basic-schemas.ts'
import { line, setting, whole } from '#contract/settings/define-setting.ts'
import { PIN_SETTINGS_GROUP } from '#contract/settings/setting-groups.ts'

/** What the shop does for a PIN code without a row in the PIN table. */
export const ELSEWHERE = ['Not served', 'Prepaid only', 'Prepaid and cash on delivery'] as const

export const MAX_DELIVERY_DAYS = 90

/** How parcels reach PIN codes, beside the PIN table. */
export const DELIVERY_SETTINGS = {
  deliveryElsewhere: setting({
    label: 'PIN codes without a row',
    group: PIN_SETTINGS_GROUP,
    schema: z.enum(ELSEWHERE, { error: 'Please choose one of the three.' }),
    default: ELSEWHERE[0],
    input: 'choice',
    options: ELSEWHERE,
    hint: 'Counts beside a PIN table. Without a table, anything but “Not served” serves every PIN code like this.',
  }),
  deliveryElsewhereDays: setting({
    label: 'Days where no row says',
    group: PIN_SETTINGS_GROUP,
    schema: whole(0, MAX_DELIVERY_DAYS, 'days'),
    default: 7,
    input: 'number',
    hint: 'Also for a row without days.',
  }),
  deliveryElsewhereFee: setting({
    label: 'Fee where no row says, in rupees',
    group: PIN_SETTINGS_GROUP,
    schema: whole(0, 10_000, 'rupees'),
    default: 0,
    input: 'number',
    hint: 'Also for a row without a fee.',
  }),
  deliveryCutOffHour: setting({
    label: 'Cut-off hour',
    group: PIN_SETTINGS_GROUP,
    schema: whole(0, 24, 'hours'),
    default: 24,
    input: 'number',
    hint: 'In India’s time. 14: what is ordered from two in the afternoon on leaves a working day later. 24: no cut-off.',
  }),
  deliveryWorkingDays: setting({
    label: 'Working days',
    group: PIN_SETTINGS_GROUP,
    schema: line(120).refine((typed) => workingDaysIn(typed) !== undefined, {
      error: 'Write the days like this: Mon Tue Wed Thu Fri Sat',
    }),
    default: 'Mon Tue Wed Thu Fri Sat Sun',
    input: 'line',
    hint: 'Only these are counted. Mon-Sat means from Monday to Saturday.',
  }),
  deliveryClosedDates: setting({
    label: 'Closed dates',
    group: PIN_SETTINGS_GROUP,
    schema: optionalText(5000).refine((typed) => closedDatesIn(typed) !== undefined, {
      error: 'Write one date in each line, such as 2026-11-08, and what it is behind it if you like.',
    }),
    default: '',
    input: 'text',
    hint: 'One in each line, such as 2026-11-08 Diwali. They are not counted either.',
  }),
}
