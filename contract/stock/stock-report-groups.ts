/** What the report of the stock is sorted by. */
export const REPORT_GROUPS = ['product', 'size', 'category', 'month', 'order'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]
