import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

interface MomentFormProps {
  action: string
  /** As `2026-11-27T20:00`, in India. */
  at: string
  children?: ReactNode
}

/** Asks for the moment to look at, and whatever else the page is narrowed by. */
export const MomentForm = ({ action, at, children }: MomentFormProps) => (
  <Form
    key={at}
    method="get"
    action={action}
    aria-label="The shop at a moment"
    className="mt-6 flex flex-wrap items-end gap-3"
  >
    <TextField
      type="datetime-local"
      name="at"
      label="Day and time"
      hint="In India’s time."
      defaultValue={at}
      required
    />
    {children}
    <Button type="submit" variant="outline">
      Show
    </Button>
  </Form>
)
