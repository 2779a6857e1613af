import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'

import * as accounts from '#contract/accounts/accounts.ts'
import * as adminCatalogue from '#contract/catalogue/admin-catalogue.ts'
import * as audit from '#contract/audit/audit.ts'
import * as cart from '#contract/cart/cart.ts'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import { slugOf } from '#contract/catalogue/slug.ts'
import * as contacts from '#contract/contacts/contacts.ts'
import * as dashboard from '#contract/dashboard/dashboard.ts'
import * as address from '#contract/schemas/address.ts'
import * as orders from '#contract/orders/orders.ts'
import * as payments from '#contract/orders/checkout.ts'
import { lowestPriceFrom, PRICE_RANGES } from '#contract/catalogue/lists/price-ranges.ts'
import { indianPhone } from '#contract/schemas/phone-number.ts'
import { trimTyped } from '#contract/schemas/typed-text.ts'
import { email, emailKey, id, noBody, text, time } from '#contract/schemas/basic-schemas.ts'

const MODULES = {
  accounts,
  address,
  adminCatalogue,
  audit,
  cart,
  catalogue,
  contacts,
  dashboard,
  orders,
  payments,
}
const SCHEMAS = Object.entries(MODULES).flatMap(([file, members]) =>
  Object.entries(members).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[`${file}.${name}`, schema] as const] : [],
  ),
)

const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9876543210',
  street: '12, MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
}
const REGISTRATION = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  password: 'long enough',
  phone: '9876543210',
}
const CONTACT = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  contactNumber: '9876543210',
  subject: 'S',
  message: 'M',
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit))

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

test.each(SCHEMAS)('%s answers anything that is sent with yes or no, and never breaks', (_, schema) => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (value) => {
      expect(schema.safeParse(value).success).toBeTypeOf('boolean')
    }),
  )
})

test.each([
  ['Registration', accounts.Registration, REGISTRATION],
  ['Credentials', accounts.Credentials, { email: 'a@example.com', password: 'x' }],
  ['ContactForm', contacts.ContactForm, CONTACT],
  ['Address', address.Address, ADDRESS],
  ['StatusChange', orders.StatusChange, { status: 'shipped' }],
  ['QuantityChange', cart.QuantityChange, { quantity: 2 }],
  ['NewCategory', catalogue.NewCategory, { name: 'Shirts' }],
  ['CategoryName', catalogue.CategoryName, { category_name: 'Shirts' }],
  ['PaymentProof', payments.PaymentProof, { razorpayOrderId: 'o', razorpayPaymentId: 'p', signature: 's' }],
])('%s takes its own fields and no other', (_, schema: z.ZodType, value) => {
  expect(schema.safeParse(value).success).toBe(true)
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (name) => {
      fc.pre(!Object.hasOwn(value, name) && name !== '__proto__')
      expect(schema.safeParse({ ...value, [name]: 'x' }).success).toBe(false)
    }),
  )
  expect(schema.safeParse(JSON.parse(`{"__proto__":{"role":"admin"},${JSON.stringify(value).slice(1)}`)).success).toBe(
    false,
  )
  for (const field of Object.keys(value)) {
    const { [field as keyof typeof value]: _left, ...rest } = value
    expect(schema.safeParse(rest).success, `without ${field}`).toBe(false)
  }
})

test('what is answered holds nothing that is not promised', () => {
  const user = { ...REGISTRATION, _id: 'u', name: 'Asha Rao', role: 'customer', createdAt: '2026-11-21T10:00:00.000Z' }
  const answered = accounts.UserAnswer.parse({ message: 'm', user: { ...user, passwordHash: 'h' }, token: 't' })
  const { password: _, ...promised } = user
  expect(answered).toEqual({ message: 'm', user: promised })
})

test.each([
  ['<asha@example.com>,', 'asha@example.com'],
  ['mailto:asha@example.com', 'asha@example.com'],
  ['"asha@example.com"', 'asha@example.com'],
  ['asha@example.com.', 'asha@example.com'],
  ['asha @ example.com;', 'asha@example.com'],
  ['asha\u00A0@डाटामेल.भारत', 'asha@xn--c2bd4bq1db8d.xn--h2brj9c'],
])('the e-mail address %j is read as %s', (typed, meant) => {
  expect(email.parse(typed)).toBe(meant)
  expect(emailKey(typed)).toBe(meant)
})

test('an address in letters that mail does not carry is refused with how to write one', () => {
  const sentence =
    'Please enter an e-mail address with English letters, digits and signs before the @, such as asha@example.com.'
  for (const typed of ['आशा@example.com', 'ಆಶಾ@example.com', 'आशा@डाटामेल.भारत', 'é@example.in']) {
    expect(email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence])
  }
})

test('an e-mail has one form to compare by', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (typed) => {
      expect(emailKey(` ${typed.toUpperCase()} `)).toBe(emailKey(typed))
      expect(emailKey(emailKey(typed))).toBe(emailKey(typed))
    }),
  )
})

/** The digits without the country code or the zero that stand before ten of them. */
const withoutCode = (digits: string) => digits.replace(/^(?:0{0,2}91)?0?(?=\d{10}$)/, '')

test('a phone is kept as its digits, and one without any is refused', () => {
  const phoneOf = (phone: string) => accounts.Registration.safeParse({ ...REGISTRATION, phone }).data?.phone
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...DIGITS, ' ', '+', '-', '(', ')'), { minLength: 1, maxLength: 15 }),
      (signs) => {
        const digits = signs.filter((sign) => /\d/.test(sign)).join('')
        expect(phoneOf(signs.join(''))).toBe(digits === '' ? undefined : withoutCode(digits))
      },
    ),
  )
})

test('a contact number holds one to ten digits', () => {
  const isTaken = (contactNumber: string) => contacts.ContactForm.safeParse({ ...CONTACT, contactNumber }).success
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...DIGITS), { minLength: 1, maxLength: 20 }), (digits) => {
      expect(isTaken(digits.join(''))).toBe(withoutCode(digits.join('')).length <= 10)
    }),
  )
  fc.assert(
    fc.property(anyText, (value) => {
      expect(isTaken(value)).toBe(indianPhone(value) !== undefined || /^\d{1,10}$/.test(trimTyped(value)))
    }),
  )
})

test('required text is trimmed, bounded and never blank, and holds nothing that cannot be stored', () => {
  const schema = text(20)
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) }),
      (value) => {
        const trimmed = value.trim()
        expect(schema.safeParse(value).data).toBe(trimmed !== '' && trimmed.length <= 20 ? trimmed : undefined)
      },
    ),
  )
  fc.assert(
    fc.property(anyText, (value) => {
      const { data } = schema.safeParse(value)
      if (data === undefined) return
      expect(data).toMatch(/[^\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u)
      expect(data).not.toMatch(/^\s|\s$|[\p{Cc}\p{Cs}\u2028\u2029]/u)
      expect(data.length).toBeLessThanOrEqual(20)
    }),
    { numRuns: 500 },
  )
  expect(schema.safeParse('a\u0000b').success).toBe(false)
  expect(schema.safeParse('a\ud800').success).toBe(false)
  expect(id.parse('a\u0000b')).not.toContain('\u0000')
})

test('what is no address at all is told as one with missing fields', () => {
  for (const body of [undefined, null, [], 'x', { address: null }, { address: [] }, { address: 'x' }]) {
    const result = address.AddressBody.safeParse(body)
    expect(result.error?.issues[0]?.message).toBe('Please fill in all address fields.')
  }
})

test('an address is the same bare and wrapped', () => {
  expect(address.AddressBody.parse({ address: ADDRESS })).toEqual(ADDRESS)
  expect(address.AddressBody.parse(ADDRESS)).toEqual(ADDRESS)
  for (const field of Object.keys(ADDRESS)) {
    for (const blank of ['', '  ', null, undefined, 5]) {
      const result = address.AddressBody.safeParse({ address: { ...ADDRESS, [field]: blank } })
      expect(result.error?.issues[0]?.message).toBe('Please fill in all address fields.')
    }
  }
})

test('a quantity is a whole number from one on', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double(), fc.constantFrom(null, [1], {}, true, undefined)), (quantity) => {
      const isFit = typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= 1_000_000
      expect(cart.QuantityChange.safeParse({ quantity }).success).toBe(isFit)
    }),
    { numRuns: 500 },
  )
})

test('a page begins at one and a limit ends at a hundred', () => {
  const read = (query: object) => contacts.ContactListQuery.safeParse(query)
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 1_000_010 }), (page) => {
      expect(read({ page: String(page) }).success).toBe(page >= 1 && page <= 1_000_000)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 200 }), (limit) => {
      expect(read({ limit: String(limit) }).success).toBe(limit >= 1 && limit <= 100)
    }),
  )
  for (const value of ['', 'x', '1.5', 'Infinity', 'NaN', ['1', '2']]) expect(read({ page: value }).success).toBe(false)
})

test('a call without payload takes nothing and an empty object', () => {
  expect([undefined, null, {}].map((body) => noBody.safeParse(body).success)).toEqual([true, true, true])
  expect([[], 'x', 0, { a: 1 }].map((body) => noBody.safeParse(body).success)).toEqual([false, false, false, false])
})

test('a slug is lower case and needs no escaping of spaces and slashes, and is its own slug', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const slug = slugOf(name)
      expect(slug).toMatch(/^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-(?!$)|$))*$/u)
      expect(slug).toBe(slug.toLowerCase())
      expect(slugOf(slug)).toBe(slug)
    }),
    { numRuns: 500 },
  )
  expect(['Shirts', 'T-Shirts', 'Co-ords', ' Café / Été '].map(slugOf)).toEqual([
    'shirts',
    't-shirts',
    'co-ords',
    'cafe-ete',
  ])
})

test('every price up to the last range is in exactly one range', () => {
  const last = PRICE_RANGES.at(-1)?.[1] ?? 0
  fc.assert(
    fc.property(fc.integer({ min: 0, max: last * 100 }), (paise) => {
      const price = paise / 100
      const ranges = PRICE_RANGES.filter(([from, to]) => price >= lowestPriceFrom(from) && price <= to)
      expect(ranges).toHaveLength(1)
    }),
    { numRuns: 1000 },
  )
})

test('a time is ISO 8601 in UTC', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31T23:59:59Z') }), (date) => {
      expect(time.safeParse(date.toISOString()).success).toBe(true)
    }),
  )
  const others = ['2026-11-21', '2026-11-21T10:00:00+05:30', '21/11/2026']
  expect(others.filter((value) => time.safeParse(value).success)).toEqual([])
})
