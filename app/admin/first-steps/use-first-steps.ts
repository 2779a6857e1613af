import { useEffect, useRef, useState } from 'react'

import { ownMenus } from '#app/admin/first-steps/own-menus.ts'
import { valueIn } from '#app/admin/settings/setting-field.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { focusFirstError } from '#app/ui/take-focus.ts'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { fieldErrorsOf } from '#contract/words/error-message.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { SettingsAnswer, ShownSetting } from '#contract/settings/setting-calls.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The settings that the first steps ask for, besides the categories. */
export const FIRST_SETTINGS = [
  'shopName',
  'footerLine',
  'palette',
  'logo',
  'addressLines',
  'addressCity',
  'addressState',
  'addressPin',
  'arePoliciesRead',
] as const
export type FirstSetting = (typeof FIRST_SETTINGS)[number]

/** The menus that follow from the categories, until the owner has written them. */
export const FIRST_MENUS = ['footerMenu', 'popularItems'] as const

const MAX_CATEGORIES = 12

const revisionsOf = (settings: readonly ShownSetting[]) =>
  Object.fromEntries(settings.map(({ name, revision }) => [name, revision]))

/** The names of categories in a text, one after the other, each once. */
export function categoriesIn(text: string): string[] {
  const names = text.split(/[,;\n]/).map((name) => name.trim())
  const known = new Set<string>()
  return names.filter((name) => name !== '' && !known.has(name.toLowerCase()) && known.add(name.toLowerCase()))
}

/**
 * What the six answers say and save. Settings are saved all or none; a category that exists already is left as it is.
 */
export function useFirstSteps(
  first: readonly ShownSetting[],
  menus: readonly ShownSetting[],
  existing: readonly string[],
) {
  const form = useRef<HTMLFormElement>(null)
  const [settings, setSettings] = useState(first)
  const [known, setKnown] = useState(existing)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSaved, setIsSaved] = useState(false)
  /** What the form said when something was typed last. */
  const [typed, setTyped] = useState<FormData>()
  // A field is made anew under another of these.
  const [keys, setKeys] = useState<Record<string, string | number>>(() => ({
    ...revisionsOf(first),
    categories: existing.join(),
  }))
  const [loaded, setLoaded] = useState({ first, existing })
  // Emptying the demo changes settings and categories, and what was typed meanwhile stays.
  if (loaded.first !== first || loaded.existing !== existing) {
    const isKept = (name: string) => {
      const before = settings.find((one) => one.name === name)
      return typed !== undefined && before !== undefined && valueIn(typed, before) !== before.value
    }
    const areKept = typed !== undefined && typed.get('categories') !== known.join(', ')
    setLoaded({ first, existing })
    setSettings(first)
    setKnown(existing)
    setKeys({
      ...keys,
      ...revisionsOf(first.filter(({ name }) => !isKept(name))),
      ...(!areKept && { categories: existing.join() }),
    })
  }
  useEffect(() => {
    setTyped((before) => (before && form.current ? new FormData(form.current) : before))
  }, [loaded])
  const { isBusy, run } = useTask()
  const settingOf = (name: FirstSetting) => settings.find((one) => one.name === name)

  /** `names` are of what was saved; what is typed elsewhere stays. */
  function take({ settings: all }: SettingsAnswer, names: readonly string[]): void {
    setErrors({})
    setKeys((before) => ({ ...before, ...revisionsOf(all.filter(({ name }) => names.includes(name))) }))
    setSettings(all.filter(({ name }) => FIRST_SETTINGS.some((one) => one === name)))
  }
  function fail(error: unknown, fieldOf: (field: string) => string = (field) => field.replace('values.', '')): void {
    const named = Object.entries(fieldErrorsOf(error)).map(([field, text]) => [fieldOf(field), text])
    setErrors(Object.fromEntries(named) as FieldErrors)
    toastFailure(error, WORDINGS.fallback)
    focusFirstError(form.current)
  }

  async function addCategories(text: string): Promise<void> {
    const lower = known.map((name) => name.toLowerCase())
    const wanted = categoriesIn(text).filter((name) => !lower.includes(name.toLowerCase()))
    if (wanted.length > MAX_CATEGORIES) {
      throw new Error(`At most ${MAX_CATEGORIES} categories at first; more come under Categories.`)
    }
    for (const name of wanted) {
      await browserApi.createCategory(name)
      setKnown((names) => [...names, name])
    }
  }

  async function untouchedMenus() {
    const own = ownMenus((await browserApi.getCategories()).categories)
    const untouched = FIRST_MENUS.filter((name) => menus.some((one) => one.name === name && one.revision === 0))
    return own && Object.fromEntries(untouched.map((name) => [name, own[name]]))
  }

  async function save(entered: FormData): Promise<void> {
    try {
      const names = entered.get('categories')
      await addCategories(typeof names === 'string' ? names : '')
    } catch (error) {
      return fail(error, () => 'categories')
    }
    const changed = settings.filter((one) => one.input !== 'picture' && valueIn(entered, one) !== one.value)
    const values = Object.fromEntries(changed.map((one) => [one.name, valueIn(entered, one)]))
    const revisions = revisionsOf([...settings, ...menus])
    try {
      const own = isSaved ? undefined : await untouchedMenus()
      take(await browserApi.changeSettings({ values: { ...values, ...own }, revisions }), Object.keys(values))
      setIsSaved(true)
      toastSuccess('Your shop is saved.')
    } catch (error) {
      fail(error)
    }
  }

  async function choosePicture({ name, revision }: ShownSetting, file: File | undefined): Promise<void> {
    try {
      if (!file) {
        const nothing = { values: { [name]: null }, revisions: { [name]: revision } }
        return take(await browserApi.changeSettings(nothing), [name])
      }
      const chosen = new FormData()
      chosen.set('revision', String(revision))
      chosen.set('picture', await shrinkPicture(file))
      take(await browserApi.setShopPicture(name, chosen), [name])
    } catch (error) {
      fail(error, () => name)
    }
  }

  return {
    form,
    settingOf,
    keyOf: (name: FirstSetting | 'categories') => `${name} ${keys[name]}`,
    typed,
    setTyped,
    known,
    errors,
    isSaved,
    isBusy,
    save: (entered: FormData) => run(() => save(entered)),
    choosePicture,
  }
}
