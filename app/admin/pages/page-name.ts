const NAMES: Readonly<Record<string, string>> = { home: 'Home', about: 'About' }

/** What a page is called in the admin area: home and about by their place, whatever their titles say. */
export const pageName = ({ _id, title }: { _id: string; title: string }): string => NAMES[_id] ?? title
