import { useState } from 'react'

function trackCalls() {
  const latest: Record<string, object> = {}
  return (about = '') => {
    const call = (latest[about] = {})
    return () => latest[about] === call
  }
}

/**
 * For answers that may arrive after newer ones. Returns a function, always the same, to be called before each call and with each
 * change: it returns whether its call is still the latest about the same thing.
 */
export const useLatestCall = () => useState(trackCalls)[0]
