import { useRef, useState, type SubmitEvent } from 'react'

import { SettingField, valueIn } from '#app/admin/settings/setting-field.tsx'
import { SettingHistory } from '#app/admin/settings/setting-history.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { focusFirstError } from '#app/ui/take-focus.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { useTask } from '#app/ui/use-task.ts'
import { fieldErrorsOf } from '#contract/words/error-message.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { SettingsAnswer, SettingsChange, ShownSetting } from '#contract/settings/setting-calls.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface SettingGroupProps {
  name: string
  settings: readonly ShownSetting[]
  onChange(settings: ShownSetting[]): void
}

/** The address of a group on its page: 'Customer care' → `customer-care`. */
export const groupId = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** The settings whose field says something else than what is saved. */
const changedIn = (form: HTMLFormElement, settings: readonly ShownSetting[]): ShownSetting[] => {
  const entered = new FormData(form)
  return settings.filter((setting) => valueIn(entered, setting) !== setting.value)
}

const formOf = (group: string) => document.getElementById(groupId(group))?.querySelector('form')

/** Whether something is typed into a group on the page that is not saved. */
export function hasUnsaved(name: string, settings: readonly ShownSetting[]): boolean {
  const form = formOf(name)
  return form ? changedIn(form, settings).length > 0 : false
}

/** What the texts of a group on the page say now, saved or not. */
export function typedIn(name: string, settings: readonly ShownSetting[]): Record<string, string> {
  const form = formOf(name)
  const entered = form ? new FormData(form) : undefined
  return Object.fromEntries(settings.map((each) => [each.name, String(entered ? valueIn(entered, each) : each.value)]))
}

/** The settings of a group, saved together. Saving or undoing one leaves what is typed elsewhere. */
export function SettingGroup({ name, settings, onChange }: SettingGroupProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isBusy, run } = useTask()

  /** `uploaded` is the setting that a file was sent for. */
  async function change(call: Promise<SettingsAnswer>, uploaded?: string) {
    try {
      const answer = await call
      setErrors({})
      onChange(answer.settings.filter(({ group }) => group === name))
      toastSuccess(answer.message)
    } catch (error) {
      const fieldOf = (field: string) => (field === 'picture' && uploaded ? uploaded : field.replace('values.', ''))
      setErrors(Object.fromEntries(Object.entries(fieldErrorsOf(error)).map(([field, text]) => [fieldOf(field), text])))
      toastFailure(error, WORDINGS.fallback)
      focusFirstError(form.current)
    }
  }
  const send = (values: SettingsChange['values']) => {
    const revisions = Object.fromEntries(settings.map(({ name: one, revision }) => [one, revision]))
    return change(browserApi.changeSettings({ values, revisions }))
  }
  const save = (values: SettingsChange['values']) => void run(() => send(values))
  function choosePicture({ name: one, revision }: ShownSetting, file: File | undefined) {
    if (!file) return send({ [one]: null })
    const sending = shrinkPicture(file).then((picture) => {
      const chosen = new FormData()
      chosen.set('revision', String(revision))
      chosen.set('picture', picture)
      return browserApi.setShopPicture(one, chosen)
    })
    return change(sending, one)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const changed = changedIn(event.currentTarget, settings)
    save(Object.fromEntries(changed.map((setting) => [setting.name, valueIn(entered, setting)])))
  }

  const id = groupId(name)
  return (
    <section className="card scroll-mt-28 p-6" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="heading heading-3">
        {name}
      </h2>
      <form ref={form} className="mt-5" noValidate onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
          {settings.map((setting) => (
            <div key={setting.name}>
              <SettingField
                key={setting.revision}
                setting={setting}
                error={errors[setting.name]}
                onChoose={(file) => choosePicture(setting, file)}
              />
              <SettingHistory
                key={`${setting.name} history`}
                setting={setting}
                onUndo={() => void run(() => change(browserApi.undoSetting(setting.name, setting.revision)))}
                onBringBack={(value) => save({ [setting.name]: value ?? null })}
              />
            </div>
          ))}
          <div>
            <Button type="submit" isPending={isBusy}>
              {`Save ${name}`}
            </Button>
          </div>
        </fieldset>
      </form>
    </section>
  )
}
