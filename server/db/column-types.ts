function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

function parseInstant(text: string): Date | number {
  if (text === 'infinity') return Infinity
  if (text === '-infinity') return -Infinity
  return new Date(text)
}

const parseJson = (text: string): unknown => JSON.parse(text)

const asText = (text: string) => text

/**
 * How a column's text becomes a value, by the type's number in pg_type. Both engines use it, so a row is the same on
 * either. Integers (bigint too) become numbers, and one that is too large throws. A timestamptz becomes a Date, bytea a
 * Buffer, JSON is parsed. What is not listed stays text: numeric, date, timestamp, interval, uuid.
 */
export const COLUMN_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't', // bool
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea
  20: parseInteger, // int8
  21: parseInteger, // int2
  23: parseInteger, // int4
  26: parseInteger, // oid
  114: parseJson, // json
  700: Number, // float4
  701: Number, // float8
  1082: asText, // date
  1114: asText, // timestamp
  1184: parseInstant, // timestamptz
  3802: parseJson, // jsonb
}

/** Type number of an array → type number of its elements. The embedded engine finds these by itself. */
export const ARRAY_ELEMENTS: Readonly<Record<number, number>> = {
  199: 114,
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
  3807: 3802,
}
