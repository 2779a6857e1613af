import { useEffect, useRef, useState } from 'react'

import { useTypedPreview, type Typed } from '#app/admin/pages/use-typed-preview.ts'
import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'

interface PreviewFrameProps {
  /** The path of the preview. */
  path: string
  /** What is typed, saved or not. */
  typed: Typed
  isChanged: boolean
  publicUrl: string
  isBusy: boolean
  /** Makes a new link. */
  onRenew(): void
}

const WIDTHS = { phone: 390, computer: 1280 } as const
const HEIGHT = 620

/** What is typed as visitors would see it, at two widths and in both themes. Its links open in another tab. */
export function PreviewFrame({ path, typed, isChanged, publicUrl, isBusy, onRenew }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone')
  const [theme, setTheme] = useState('light')
  const [room, setRoom] = useState(0)
  function paint() {
    const document = frame.current?.contentDocument
    if (!document?.head) return
    document.documentElement.dataset.theme = theme
    // No other page of the shop lets itself be framed.
    if (!document.querySelector('base')) {
      document.head.append(Object.assign(document.createElement('base'), { target: '_blank' }))
    }
  }
  useEffect(paint)
  useEffect(() => {
    if (!box.current) return undefined
    const size = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    size.observe(box.current)
    return () => size.disconnect()
  }, [])
  const { isBehind, show } = useTypedPreview(frame, path, typed)
  const scale = Math.min(1, room / WIDTHS[width])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-6">
        <ChoiceTiles
          legend="Width"
          name="preview-width"
          value={width}
          choices={[
            { value: 'phone', label: 'Phone' },
            { value: 'computer', label: 'Computer' },
          ]}
          onChange={(value) => setWidth(value === 'computer' ? 'computer' : 'phone')}
        />
        <ChoiceTiles
          legend="Theme"
          name="preview-theme"
          value={theme}
          choices={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={setTheme}
        />
      </div>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <a className="link" href={path} target="_blank" rel="noreferrer">
          Open the saved draft
        </a>
        <CopyButton text={publicUrl + path} name="the link to the preview" label="Copy link" />
        <Button
          variant="outline"
          isSmall
          disabled={isBusy}
          title="The link that others have then leads nowhere"
          onClick={onRenew}
        >
          Make a new link
        </Button>
      </p>
      <p role="status" className="field-hint empty:hidden">
        {isBehind ? 'The preview is as it was before the last change. Saving the draft says what is not right.' : ''}
      </p>
      <div ref={box} className="overflow-hidden rounded-control border border-line" style={{ height: HEIGHT }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the shop's own page; in a sandbox its theme could not be chosen */}
        <iframe
          ref={frame}
          key={path}
          title="Preview of the draft"
          src={path}
          onLoad={() => {
            paint()
            // The saved draft has come.
            if (isChanged) show()
          }}
          style={{
            display: 'block',
            marginInline: 'auto',
            width: WIDTHS[width],
            height: HEIGHT / (scale || 1),
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </div>
    </div>
  )
}
