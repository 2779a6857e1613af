import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import type { FormResult } from '#app/api/form-result.ts'

import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { takeFocus } from '#app/ui/take-focus.ts'

interface FormWithPreviewProps<Preview> {
  /** What the form's action answered. */
  result:
    | { failure?: { message: string; fields?: Readonly<Record<string, string>> | undefined }; preview?: Preview }
    | undefined
  /** What “Preview” does, while nothing is previewed. */
  hint: string
  panel: (preview: Preview) => ReactNode
  /** The form. */
  children: ReactNode
}

/** A form, and beside it the last preview of what saving it would do. The preview takes the focus when it comes. */
export function FormWithPreview<Preview>({ result, hint, panel, children }: FormWithPreviewProps<Preview>) {
  const newest = result?.preview
  const [preview, setPreview] = useState(newest)
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (newest) setPreview(newest)
  }, [newest])
  useLayoutEffect(() => {
    if (preview) takeFocus(box.current)
  }, [preview])
  return (
    <div className="mt-6 grid min-w-0 items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="min-w-0">
        <div className="mb-6 empty:hidden">
          <ErrorSummary failure={result?.failure} />
        </div>
        {children}
      </div>
      <section ref={box} tabIndex={-1} aria-labelledby="preview" className="card min-w-0 p-6 lg:sticky lg:top-28">
        <h2 id="preview" className="heading heading-3 mb-3">
          Preview
        </h2>
        {preview ? panel(preview) : <p className="text-muted">{hint}</p>}
      </section>
    </div>
  )
}

interface PreviewedFormProps {
  /** The newest revision of what is edited; undefined for something new. */
  revision: number | undefined
  /** What came of the last submit. */
  result: FormResult
  /** What the button that saves says. */
  saveLabel: string
  children: ReactNode
}

/**
 * A form that is saved or previewed: its `act` says which. It is saved over the revision that it was opened with, until
 * a refusal has said that somebody else has changed it meanwhile.
 */
export function PreviewedForm({ revision, result, saveLabel, children }: PreviewedFormProps) {
  const [seen, setSeen] = useState(revision)
  const isOvertaken = result.failure?.code === 'conflict'
  useEffect(() => {
    if (isOvertaken) setSeen(revision)
  }, [isOvertaken, revision])
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate preventScrollReset>
      <fieldset disabled={isBusy} className="grid min-w-0 gap-6">
        {seen !== undefined && <input type="hidden" name="revision" value={seen} />}
        {children}
        <div className="save-bar">
          <Button type="submit" name="act" value="save" isPending={isBusy}>
            {saveLabel}
          </Button>
          <Button type="submit" name="act" value="preview" variant="outline">
            Preview
          </Button>
        </div>
      </fieldset>
    </Form>
  )
}
