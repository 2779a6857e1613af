import { FITS, type Fit } from '#contract/review-rules.ts'

export const FIT_WORDS: Readonly<Record<Fit, string>> = {
  small: 'runs small',
  right: 'fits as expected',
  large: 'runs large',
}

/** '12 of 15 say it fits as expected': what most reviewers say; of two that are said as often, that it fits. */
export function fitSum(fits: Readonly<Record<Fit, number>>): string {
  const sum = FITS.reduce((total, fit) => total + fits[fit], 0)
  const most = FITS.reduce<Fit>((best, fit) => (fits[fit] > fits[best] ? fit : best), 'right')
  return `${fits[most]} of ${sum} ${sum === 1 ? 'says' : 'say'} it ${FIT_WORDS[most]}`
}
