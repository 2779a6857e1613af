/** The ids in a setting that names things by them, with a blank between two. */
export const idsIn = (value: string): string[] => value.split(' ').filter((id) => id !== '')
