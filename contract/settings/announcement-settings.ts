import { z } from 'zod'

import { line, orEmpty, setting, shopLink } from '#contract/settings/define-setting.ts'
import { plainTextFault } from '#contract/settings/word-settings.ts'

const moment = orEmpty(z.iso.datetime({ local: true, precision: -1, error: 'A date and a time.' }))

/** The line at the top of every page of the shop, and when it is shown. */
export const ANNOUNCEMENT_SETTINGS = {
  announcementText: setting({
    label: 'Text',
    group: 'Announcement',
    schema: line(160).superRefine((text, context) => {
      const fault = plainTextFault(text)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    }),
    default: '',
    input: 'line',
    hint: 'At the top of every page of the shop. Empty: none.',
  }),
  announcementLink: setting({
    label: 'Leads to',
    group: 'Announcement',
    schema: shopLink,
    default: '',
    input: 'path',
    hint: 'A path such as /categories/shirts, or an address. Empty: it leads nowhere.',
  }),
  announcementFrom: setting({
    label: 'Shown from',
    group: 'Announcement',
    schema: moment,
    default: '',
    input: 'moment',
    hint: 'In India’s time. Empty: at once.',
  }),
  announcementUntil: setting({
    label: 'Shown until',
    group: 'Announcement',
    schema: moment,
    default: '',
    input: 'moment',
    hint: 'In India’s time. Empty: for as long as there is a text.',
  }),
}

/** What is wrong with the times together, as a field and its sentence. */
export function announcementFault({
  announcementFrom: from,
  announcementUntil: until,
}: {
  announcementFrom: string
  announcementUntil: string
}) {
  if (from === '' || until === '' || until > from) return undefined
  return { field: 'announcementUntil', sentence: 'The end is not after the beginning.' } as const
}
