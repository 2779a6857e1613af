import { useState, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'

import type { Route } from './+types/first-steps'

import { DemoCard } from '#app/admin/first-steps/demo-card.tsx'
import { PaletteField } from '#app/admin/first-steps/palette-field.tsx'
import { ShopSketch } from '#app/admin/first-steps/shop-sketch.tsx'
import {
  categoriesIn,
  FIRST_MENUS,
  FIRST_SETTINGS,
  useFirstSteps,
  type FirstSetting,
} from '#app/admin/first-steps/use-first-steps.ts'
import { SettingField } from '#app/admin/settings/setting-field.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { PaletteName } from '#contract/settings/palettes.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

async function read(api: AdminApi) {
  const [{ settings }, { categories }, demo] = await Promise.all([
    api.listSettings(),
    api.getCategories(),
    api.getDemo(),
  ])
  return {
    settings: settings.filter(({ name }) => FIRST_SETTINGS.some((one) => one === name)),
    menus: settings.filter(({ name }) => FIRST_MENUS.some((one) => one === name)),
    categories: categories.map(({ name }) => name),
    demo,
  }
}
type Read = Awaited<ReturnType<typeof read>>
const load = (api: AdminApi) => loadOrFailure(read(api), 'Failed to load the first steps')

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'First steps', isIndexed: false })

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="card p-5" aria-labelledby={`step-${number}`}>
      <h2 id={`step-${number}`} className="admin-subtitle">
        <span className="me-2 text-muted tabular-nums">{number}</span>
        <span>{title}</span>
      </h2>
      <div className="mt-3 grid gap-4">{children}</div>
    </section>
  )
}

const textOf = (entered: FormData, name: string) => {
  const value = entered.get(name)
  return typeof value === 'string' ? value : ''
}

export default function AdminFirstSteps({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="First steps"
      lead="Six answers, and the shop is yours. Each can be changed at any time, and nothing is shown before you save."
    >
      {answer ? <FirstSteps shop={answer} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}

function FirstSteps({ shop }: { shop: Read }) {
  const { form, settingOf, keyOf, typed, setTyped, known, errors, isSaved, isBusy, save, choosePicture } =
    useFirstSteps(shop.settings, shop.menus, shop.categories)
  const { revalidate } = useRevalidator()
  const savedText = (name: FirstSetting) => String(settingOf(name)?.value ?? '')
  const now = (name: FirstSetting) => (typed ? textOf(typed, name) : savedText(name))
  const [palette, setPalette] = useState(savedText('palette') as PaletteName)
  const fields = (...names: FirstSetting[]) =>
    names.map((name) => {
      const setting = settingOf(name)
      if (!setting) return null
      return (
        <SettingField
          key={keyOf(name)}
          setting={setting}
          error={errors[name]}
          onChoose={(file) => choosePicture(setting, file)}
        />
      )
    })
  const address = [now('addressLines'), [now('addressCity'), now('addressPin')].filter(Boolean).join(' ')]
  return (
    <>
      <DemoCard products={shop.demo.products} onEmptied={revalidate} />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <form
          ref={form}
          noValidate
          className="grid min-w-0 gap-5"
          onInput={(event) => setTyped(new FormData(event.currentTarget))}
          onSubmit={(event) => {
            event.preventDefault()
            void save(new FormData(event.currentTarget))
          }}
        >
          <Step number={1} title="What is it called?">
            {fields('shopName')}
          </Step>
          <Step number={2} title="What do you sell?">
            {fields('footerLine')}
            <TextAreaField
              key={keyOf('categories')}
              name="categories"
              label="Categories"
              rows={2}
              hint="One after the other, such as: Kurtas, Pyjamas, Stoles."
              error={errors.categories}
              defaultValue={shop.categories.join(', ')}
            />
          </Step>
          <Step number={3} title="Which colours?">
            <PaletteField value={palette} onChange={setPalette} />
          </Step>
          <Step number={4} title="Logo or name?">
            {fields('logo')}
          </Step>
          <Step number={5} title="Who sells, and from where?">
            {fields('addressLines', 'addressCity', 'addressState', 'addressPin')}
          </Step>
          <Step number={6} title="What do you promise?">
            <p className="text-sm">
              <span>Privacy, terms, returns and shipping have texts to begin with. </span>
              <Link className="link" to="/admin/settings#policies">
                Read and change them
              </Link>
            </p>
            {fields('arePoliciesRead')}
          </Step>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isBusy}>
              Save my shop
            </Button>
            {isSaved && (
              <>
                {/* With a new document, which has the name and the colours. */}
                <a className="btn btn-outline" href="/admin/dashboard#create-product">
                  Next: your first product
                </a>
                <a className="btn btn-outline" href="/admin/pages">
                  Then: your home page
                </a>
              </>
            )}
          </div>
        </form>
        <div className="min-w-0 xl:sticky xl:top-6">
          <ShopSketch
            shop={{
              name: now('shopName'),
              line: now('footerLine'),
              categories: typed ? categoriesIn(textOf(typed, 'categories')) : known,
              palette,
              logo: shopPicture(savedText('logo')),
              address: address.filter(Boolean),
            }}
          />
        </div>
      </div>
    </>
  )
}
