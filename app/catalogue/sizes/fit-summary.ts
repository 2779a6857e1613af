import { FITS, type Fit } from '#contract/catalogue/reviews/review-limits.ts'

export const FIT_WORDS: Readonly<Record<Fit, string>> = {
  small: 'runs small',
  right: 'fits as expected',
  large: 'runs large',
}

/**
 * '12 of 15 say it fits as expected', if more than half of the reviewers agree. Otherwise it counts every opinion,
 * because one alone would hide the others.
 */
export function fitSummary(fits: Readonly<Record<Fit, number>>): string {
  const sum = fits.small + fits.right + fits.large
  const most = FITS.find((fit) => fits[fit] * 2 > sum)
  if (most) return `${fits[most]} of ${sum} ${sum === 1 ? 'says' : 'say'} it ${FIT_WORDS[most]}`
  const said = FITS.filter((fit) => fits[fit] > 0)
  return `Of ${sum}, ${said.map((fit) => `${fits[fit]} ${fits[fit] === 1 ? 'says' : 'say'} it ${FIT_WORDS[fit]}`).join(', ')}`
}
