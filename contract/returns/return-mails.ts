/** The steps of a return that its customer gets a mail about; a refund to the source has the mail of every refund. */
export const RETURN_MAIL_STEPS = [
  'asked',
  'approved',
  'pick-up',
  'refused',
  'received',
  'lost',
  'delivered',
  'paid',
  'exchange-ended',
] as const
export type ReturnMailStep = (typeof RETURN_MAIL_STEPS)[number]
export const returnMailName = <Step extends ReturnMailStep>(step: Step): `return-${Step}` => `return-${step}`
