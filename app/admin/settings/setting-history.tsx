import { useState } from 'react'

import { useCategories } from '#app/admin/settings/use-categories.ts'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { ShownPicture } from '#app/admin/shell/picture-field.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { answerOrToast } from '#app/ui/toast.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { SettingVersions, ShownSetting } from '#contract/settings/setting-calls.ts'
import { idsIn } from '#contract/settings/setting-ids.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface SettingHistoryProps {
  setting: ShownSetting
  onUndo(): void
  /** Undefined for the default. */
  onBringBack(value: ShownSetting['value'] | undefined): void
}

const textOf = (value: ShownSetting['value'] | undefined): string => {
  if (value === undefined) return 'The shop’s own'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === '' ? 'Empty' : String(value)
}

const LONGEST_SHOWN = 120

function VersionText({ text }: { text: string }) {
  const shown = <span className="whitespace-pre-wrap wrap-anywhere text-ink">{text}</span>
  if (text.length <= LONGEST_SHOWN) return <p className="mt-1">{shown}</p>
  return (
    <details className="mt-1">
      <summary className="min-h-8 wrap-anywhere text-ink">{`${text.slice(0, LONGEST_SHOWN)}…`}</summary>
      <span>{shown}</span>
    </details>
  )
}

function CategoryNames({ value }: { value: string }) {
  const categories = useCategories()
  const names = idsIn(value).map(
    (id) => categories?.find(({ _id }) => _id === id)?.name ?? 'A category that was deleted',
  )
  return <VersionText text={categories ? names.join('\n') : 'Loading...'} />
}

function VersionValue({ setting, value }: { setting: ShownSetting; value: ShownSetting['value'] | undefined }) {
  const picture = setting.input === 'picture' && shopPicture(String(value))
  if (picture) return <ShownPicture picture={picture} alt={`${setting.label} of this version`} />
  if (setting.input === 'categories' && value) return <CategoryNames value={String(value)} />
  return <VersionText text={textOf(value)} />
}

/** When a setting was changed last, a button that undoes that, and its versions. Nothing if it was never changed. */
export function SettingHistory({ setting, onUndo, onBringBack }: SettingHistoryProps) {
  const { name, label, group, revision, changedAt, isDefault } = setting
  const [loaded, setLoaded] = useState<{ revision: number; versions: SettingVersions }>()
  if (revision === 0 || changedAt === undefined) return null

  // After another change the loaded versions are incomplete.
  const versions = loaded?.revision === revision ? loaded.versions : undefined
  async function toggle() {
    if (versions) return setLoaded(undefined)
    const answer = await answerOrToast(browserApi.listSettingVersions(name), WORDINGS.fallback)
    if (answer) setLoaded({ revision, versions: answer })
  }
  const about = <VisuallyHidden>{` ${group}: ${label}`}</VisuallyHidden>
  return (
    <div className="mt-1 text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-4">
        <span>{`Changed ${formatDateTime(changedAt)}`}</span>
        <button type="button" className="link min-h-8" onClick={onUndo}>
          <span>Undo</span>
          {about}
        </button>
        <button
          type="button"
          id={`versions-${name}`}
          className="link min-h-8"
          aria-expanded={versions !== undefined}
          onClick={() => void toggle()}
        >
          <span>Versions</span>
          {about}
        </button>
        {!isDefault && (
          <button type="button" className="link min-h-8" onClick={() => onBringBack(undefined)}>
            <span>Back to the shop’s own</span>
            {about}
          </button>
        )}
      </p>
      {versions && (
        <ol className="mt-2 grid gap-2">
          {versions.map(({ value, changedAt: at, changedBy }, index) => (
            <li key={`${at} ${versions.length - index}`} className="rounded-control border border-line p-3">
              <p className="flex flex-wrap items-center gap-x-4">
                <span>{`${formatDateTime(at)}${changedBy ? ` · ${changedBy}` : ''}`}</span>
                {index === 0 ? (
                  <span>as it is now</span>
                ) : (
                  <Button
                    variant="outline"
                    isSmall
                    onClick={() => {
                      onBringBack(value)
                      focusAfterRender(`#versions-${name}`)
                    }}
                  >
                    Bring back
                  </Button>
                )}
              </p>
              <VersionValue setting={setting} value={value} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
