/**
 * What the report of the stock is grouped by. What a row of each is: `server/stock/stock-report-queries.ts`; its
 * columns: `app/admin/stock/stock-report-columns.tsx`.
 */
export const REPORT_GROUPS = ['product', 'size', 'category', 'month', 'order'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]
