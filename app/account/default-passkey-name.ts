import { systemOf } from '#contract/accounts/user-agent.ts'

/** What a new passkey is called unless the customer enters another name: 'My Android'. */
export const defaultPasskeyName = (userAgent: string): string => `My ${systemOf(userAgent) ?? 'device'}`
