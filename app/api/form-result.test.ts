import { expect, test } from 'vitest'

import { failureOf } from '#app/api/form-result.ts'

test('what was typed comes back without the password, and not without end', () => {
  const message = 'm'.repeat(5000)
  const typed = { email: 'asha@example.com', password: 'secret', message, x: '<'.repeat(60_000), y: 'y' }
  const { values = {} } = failureOf(new Error('no'), typed, 'Failed.')
  expect(values).toMatchObject({ email: 'asha@example.com', message })
  expect(values.password).toBeUndefined()
  expect(Object.values(values).join('').length).toBe(8000)
})
