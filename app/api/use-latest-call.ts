import { useState } from 'react'

function trackCalls() {
  const latest: Record<string, object> = {}
  return (about = '') => {
    const call = (latest[about] = {})
    return () => latest[about] === call
  }
}

/**
 * Tells late answers from current ones. Returns a function that stays the same: call it before each request and with
 * each change, with what these are about. It returns a function that says whether nothing newer has started about the
 * same thing.
 */
export const useLatestCall = () => useState(trackCalls)[0]
