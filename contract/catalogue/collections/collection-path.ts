export const collectionPath = (slug: string): string => `/collections/${encodeURIComponent(slug)}`
