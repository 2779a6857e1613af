import { expect, test } from 'vitest'

import { checkNewPassword } from '#server/accounts/passwords/password-rules.ts'

const ASHA = { email: 'asha.rao@example.com', firstname: 'Asha', lastname: 'Rao', phone: '+91 98765 43210' }
const check = (password: string) => checkNewPassword(password, ASHA, 'Selvedge Men')

test.each([
  ['Asha1985!!', 'A password cannot contain your e-mail address or your name.'],
  ['my-asha.rao-2026', 'A password cannot contain your e-mail address or your name.'],
  ['xx asha.rao@example.com', 'A password cannot contain your e-mail address or your name.'],
  ['ＡＳＨＡ and more', 'A password cannot contain your e-mail address or your name.'],
  ['RaoAsha and more', 'A password cannot contain your e-mail address or your name.'],
  ['98765-43210', 'A password cannot contain your phone number.'],
  ['x९८७६५४३२१०x', 'A password cannot contain your phone number.'],
  ['SelvedgeMen2026', 'A password cannot contain the name of the shop.'],
  ['ｓｅｌｖｅｄｇｅ-men 1', 'A password cannot contain the name of the shop.'],
  ['Asha Rao', 'A password cannot be your e-mail address or your name.'],
  ['ｐａｓｓｗｏｒｄ１', 'This password is one that is guessed first. Please choose another one.'],
])('the password %j is refused: %s', async (password, message) => {
  await expect(check(password)).rejects.toMatchObject({ code: 'invalid', message })
})

test('short names inside of a password, and other words, are no reason to refuse it', async () => {
  for (const password of ['a raoke song', 'correct horse battery', 'नमस्ते दुनिया', '!!!!!!!!']) {
    await expect(check(password)).resolves.toBeUndefined()
  }
  const owner = { email: 'owner@example.com' }
  await expect(checkNewPassword('what the owner chose', owner, 'Selvedge')).resolves.toBeUndefined()
})
