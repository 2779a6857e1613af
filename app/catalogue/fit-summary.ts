import type { Fit } from '#contract/review-limits.ts'

export const FIT_WORDS: Readonly<Record<Fit, string>> = {
  small: 'runs small',
  right: 'fits as expected',
  large: 'runs large',
}

/** '12 of 15 say it fits as expected': what most reviewers say; of two that are said as often, that it fits. */
export function fitSummary(fits: Readonly<Record<Fit, number>>): string {
  const sum = fits.small + fits.right + fits.large
  const worse = fits.small > fits.large ? 'small' : 'large'
  const most = fits[worse] > fits.right ? worse : 'right'
  return `${fits[most]} of ${sum} ${sum === 1 ? 'says' : 'say'} it ${FIT_WORDS[most]}`
}
