import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  SettingParams,
  SettingsAnswer,
  SettingsChange,
  SettingUndo,
  SettingVersions,
  type SettingsAnswer as Answer,
} from '#contract/settings/setting-calls.ts'
import { PolicyPreview, PolicyPreviewAnswer } from '#contract/settings/policies.ts'
import { previewPolicy } from '#server/settings/policies.ts'
import { notOfThisKey } from '#server/errors.ts'
import type { Identity } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import { checkPictures, registerShopPictures } from '#server/settings/picture-routes.ts'
import { changeSettings, listSettings, listSettingVersions, undoSetting } from '#server/settings/service.ts'

/** How people sign in is for people to decide. */
function requirePerson({ role }: Identity, names: readonly string[]): void {
  if (role === 'program' && names.includes('demandsSecondFactor')) throw notOfThisKey()
}

/** What administrators do with the shop's settings. */
export function registerSettingsAdmin(api: ShopServer, shop: Shop): void {
  const { db, settings } = shop
  const { defaults } = settings
  const answer = async (message: string): Promise<Answer> => ({ message, settings: await listSettings(db, defaults) })
  async function changed(message: string): Promise<Answer> {
    await settings.reload()
    return answer(message)
  }

  route(api, 'GET /admin/settings', {
    audience: 'admin',
    summary: 'Every setting with its value and its default',
    answer: SettingsAnswer,
    handle: () => answer(''),
  })
  route(api, 'PATCH /admin/settings', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Changes some settings, all or none; every page shows them within a second',
    body: SettingsChange,
    maxEntries: 1000,
    answer: SettingsAnswer,
    errors: ['conflict'],
    handle: async ({ user, body }) => {
      requirePerson(user, Object.keys(body.values))
      await checkPictures(shop, body.values)
      await changeSettings(db, { actorId: user.id, defaults }, body)
      return changed('Settings saved.')
    },
  })
  route(api, 'POST /admin/settings/:name/undo', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Brings back the value that a setting had before its last change',
    params: SettingParams,
    body: SettingUndo,
    answer: SettingsAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { name }, body: { revision } }) => {
      requirePerson(user, [name])
      await undoSetting(db, { actorId: user.id, defaults }, { name, revision })
      return changed('The last change is undone.')
    },
  })
  route(api, 'GET /admin/settings/:name/versions', {
    audience: 'admin',
    summary: 'What a setting was, newest first: the last 50 values',
    params: SettingParams,
    answer: SettingVersions,
    errors: ['not_found'],
    handle: ({ params: { name } }) => listSettingVersions(db, name),
  })
  route(api, 'POST /admin/settings/preview', {
    audience: 'admin',
    summary: 'A policy as its page would show it; nothing is saved',
    body: PolicyPreview,
    answer: PolicyPreviewAnswer,
    handle: ({ body: { text } }) => ({ html: previewPolicy(text, settings.current()) }),
  })

  registerShopPictures(api, shop, changed)
}
