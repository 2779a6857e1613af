/** Messages that one network may send through the contact form within a minute. */
export const CONTACT_MESSAGES_PER_MINUTE = 30
