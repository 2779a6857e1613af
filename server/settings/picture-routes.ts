import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  SettingParams,
  SettingsAnswer,
  ShopPictureForm,
  type SettingsAnswer as Answer,
} from '#contract/settings/setting-calls.ts'
import { isSettingName, SETTINGS, type SettingName } from '#contract/settings/settings.ts'
import { pictureHashIn, pictureValue } from '#contract/settings/shop-pictures.ts'
import { IMAGE_TOO_LARGE } from '#contract/catalogue/upload-limits.ts'
import { CACHE_FOREVER } from '#server/cache/cache-headers.ts'
import { invalid, invalidField, notFound } from '#server/errors.ts'
import { parseInput, route } from '#server/http/route.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { pictureWidth, sendPicture } from '#server/http/responses/send-picture.ts'
import { readForm, withForms, type Uploads } from '#server/http/uploaded-form.ts'
import { PictureRefused } from '#server/media/decode-picture.ts'
import { PICTURE_TYPES } from '#server/media/served-picture-formats.ts'
import { changeSettings } from '#server/settings/service.ts'

const FILES = {
  field: 'picture',
  max: 1,
  tooMany: 'Please choose one picture.',
  tooLarge: IMAGE_TOO_LARGE,
}

const Params = z.object({ hash: z.string().regex(/^[0-9a-f]{32}$/, { error: 'This is no picture.' }) })
const Query = z.strictObject({ w: pictureWidth })

const isPictureSetting = (name: string): name is SettingName =>
  isSettingName(name) && SETTINGS[name].input === 'picture'

/** Throws invalid for a setting that names a picture which the shop does not have. */
export async function checkPictures({ pictures }: Shop, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (!isPictureSetting(name) || typeof value !== 'string') continue
    const hash = pictureHashIn(value)
    if (hash === undefined || (await pictures.has(hash))) continue
    throw invalid('This picture is not there.', { [`values.${name}`]: 'Please choose a picture.' })
  }
}

/** The header shows a logo 32 px high: one that is narrower than this part of its height would not be seen in it. */
const NARROWEST_LOGO = 0.4
const LEAST_LOGO_PIXELS = 24

/** A logo loses its margins; where too little is left for the header, the shop's name stays there. */
async function storePicture({ pictures }: Shop, name: SettingName, { files: [upload], networks }: Uploads) {
  if (!upload) throw invalidField('picture', 'Please choose a picture.')
  const isLogo = name === 'logo'
  try {
    const picture = await pictures.add(upload, { isTrimmed: isLogo, networks })
    if (isLogo && (picture.width < picture.height * NARROWEST_LOGO || picture.height < LEAST_LOGO_PIXELS)) {
      throw invalidField(
        'picture',
        'This would not be seen in the header, so the shop’s name stays. Choose a wider logo.',
      )
    }
    return pictureValue(picture)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    throw invalidField('picture', error.message)
  }
}

/** How the owner replaces the shop's own pictures, and how everyone sees them. */
export function registerShopPictures(api: ShopServer, shop: Shop, changed: (message: string) => Promise<Answer>): void {
  withForms(api, (scope) =>
    route(scope, 'POST /admin/settings/:name/picture', {
      audience: 'admin',
      asksPassword: 'always',
      summary: 'Sets the logo or the hero picture to an uploaded file',
      params: SettingParams,
      form: { fields: ShopPictureForm, files: FILES.field },
      answer: SettingsAnswer,
      errors: ['not_found', 'conflict'],
      handle: async ({ params: { name }, request, user }) => {
        const { fields, uploads, failure } = await readForm(request, FILES)
        const { revision } = parseInput(ShopPictureForm, Object.fromEntries(fields))
        if (failure) throw failure
        if (!isPictureSetting(name)) throw notFound('Setting')
        const value = await storePicture(shop, name, uploads)
        const { defaults } = shop.settings
        await changeSettings(
          shop.db,
          { actorId: user.id, defaults },
          { values: { [name]: value }, revisions: { [name]: revision } },
        )
        return changed('Picture saved.')
      },
    }),
  )

  route(api, 'GET /pictures/:hash', {
    audience: 'public',
    summary: 'A picture of the shop as AVIF, WebP or JPEG, by Accept; its address names its content',
    params: Params,
    query: Query,
    answer: z.string(),
    answerType: Object.values(PICTURE_TYPES),
    errors: ['not_found'],
    handle: async ({ params: { hash }, query: { w: width }, request, reply }) => {
      const { headers, ip } = request
      const picture = await shop.pictures.serve(hash, { width, accept: headers.accept, networks: networksOf(ip) })
      return sendPicture(request, reply, picture, CACHE_FOREVER)
    },
  })
}
