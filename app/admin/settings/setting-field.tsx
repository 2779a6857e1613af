import { useRef, useState } from 'react'

import { CategoriesField } from '#app/admin/settings/categories-field.tsx'
import { MenuField } from '#app/admin/settings/menu-field.tsx'
import { PictureField } from '#app/admin/shell/picture-field.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { answerOrToast } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'
import type { SettingInput } from '#contract/settings/setting-groups.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const INPUT_PROPS: Partial<Record<SettingInput, object>> = {
  number: { type: 'number', step: 1, min: 0 },
  email: { type: 'email' },
  phone: { type: 'tel' },
  link: { type: 'url', placeholder: 'https://' },
  path: { placeholder: '/' },
  pin: { inputMode: 'numeric', maxLength: 6 },
  moment: { type: 'datetime-local' },
}

const MARKDOWN_HINT =
  'Markdown: ## heading, - list, **bold**, [link](/contact). These words are filled in: {shopName}, {seller}, {care}, {officer}, {deliveryDays}, {returnDays}, {returnWindow}.'

interface SettingFieldProps {
  setting: ShownSetting
  error: string | undefined
  /** A chosen picture is saved at once; undefined brings the shop's own back. */
  onChoose(file: File | undefined): Promise<void>
}

/** A policy with a preview of what its page shows. */
function MarkdownField({ setting: { name, label, value }, error }: Omit<SettingFieldProps, 'onChoose'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [html, setHtml] = useState<string>()
  const { isBusy, run } = useTask()
  async function preview() {
    const answer = await answerOrToast(browserApi.previewPolicy(area.current?.value ?? ''), WORDINGS.fallback)
    if (answer) setHtml(answer.html)
  }
  return (
    <div className="grid gap-3">
      <TextAreaField
        ref={area}
        name={name}
        label={label}
        rows={12}
        maxLength={20_000}
        defaultValue={String(value)}
        hint={MARKDOWN_HINT}
        error={error}
      />
      <div className="flex gap-3">
        <Button variant="outline" isSmall isPending={isBusy} onClick={() => void run(preview)}>
          {`Preview ${label}`}
        </Button>
        {html !== undefined && (
          <Button variant="outline" isSmall onClick={() => setHtml(undefined)}>
            Close preview
          </Button>
        )}
      </div>
      <div role="status">
        {html !== undefined && (
          <div className="max-w-2xl rounded-control border border-line p-5">
            <div className="written" dangerouslySetInnerHTML={{ __html: html }} />
          </div>
        )}
      </div>
    </div>
  )
}

/** The field of a setting, by the kind of its value. */
export function SettingField({ setting, error, onChoose }: SettingFieldProps) {
  const { name, label, input, hint, options = [], value } = setting
  const words = { name, label, hint, error }
  switch (input) {
    case 'switch':
      return (
        <div>
          <CheckField
            name={name}
            label={label}
            defaultChecked={value === true}
            aria-invalid={error ? true : undefined}
          />
          {(error ?? hint) && <p className={error ? 'field-error' : 'field-hint'}>{error ?? hint}</p>}
        </div>
      )
    case 'choice':
      return (
        <SelectField {...words} defaultValue={String(value)}>
          <option value="">Not set</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
      )
    case 'text':
      return <TextAreaField {...words} rows={3} defaultValue={String(value)} />
    case 'picture':
      return <PictureField {...words} value={String(value)} none="The shop’s own." onChoose={onChoose} />
    case 'menu':
      return <MenuField setting={setting} error={error} />
    case 'categories':
      return <CategoriesField setting={setting} error={error} />
    case 'markdown':
      return <MarkdownField setting={setting} error={error} />
    default:
      return <TextField {...words} {...INPUT_PROPS[input]} autoComplete="off" defaultValue={String(value)} />
  }
}

/**
 * The value in the field of a setting. An empty number stays a text, so that the server refuses it with its sentence.
 */
export function valueIn(form: FormData, { name, input, value: current }: ShownSetting): string | number | boolean {
  if (input === 'picture') return current
  const value = form.get(name)
  if (input === 'switch') return value !== null
  const text = typeof value === 'string' ? value : ''
  return input === 'number' && text.trim() !== '' ? Number(text) : text
}
