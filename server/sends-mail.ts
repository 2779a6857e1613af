import type { Config } from '#server/config.ts'

/** Whether the shop sends mail. Without a mail server no link arrives, so nothing may wait for one. */
export const sendsMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== undefined
