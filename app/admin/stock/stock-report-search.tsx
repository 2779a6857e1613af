import { Form } from 'react-router'

import { GROUP_LABELS } from '#app/admin/stock/stock-report-columns.tsx'
import { STOCK_REPORT } from '#app/admin/stock/stock-view.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { REPORT_GROUPS, type ReportGroup } from '#contract/stock/stock-report-groups.ts'

interface ReportSearchProps {
  by: ReportGroup
  from?: string | undefined
  to?: string | undefined
}

/** What the report is sorted by, and the days that count. It works without JavaScript, too. */
export const ReportSearch = ({ by, from, to }: ReportSearchProps) => (
  <Form
    key={`${by} ${from} ${to}`}
    method="get"
    action={STOCK_REPORT}
    role="search"
    aria-label="Report"
    className="mt-4 mb-4 grid grid-cols-2 items-end gap-3 sm:mt-6 sm:max-w-3xl sm:grid-cols-[12rem_1fr_1fr_auto]"
  >
    <SelectField label="By" name="by" defaultValue={by} className="max-sm:col-span-2">
      {REPORT_GROUPS.map((group) => (
        <option key={group} value={group}>
          {GROUP_LABELS[group]}
        </option>
      ))}
    </SelectField>
    <TextField label="From" name="from" type="date" defaultValue={from} />
    <TextField label="To" name="to" type="date" defaultValue={to} />
    <Button type="submit" variant="outline">
      Show
    </Button>
  </Form>
)
