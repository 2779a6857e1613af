/** Fields of a log entry whose values are not written. */
export const REDACTED_LOG_FIELDS = ['req.headers.cookie', 'req.headers.authorization']
