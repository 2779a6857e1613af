import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

import { Button } from '#app/ui/button.tsx'

const POLL_MS = 2000

/** Starts a comparison. While one is running the page is loaded again every two seconds. */
export function CompareButton({ isRunning }: { isRunning: boolean }) {
  const fetcher = useFetcher()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
  return (
    <fetcher.Form method="post">
      <Button
        type="submit"
        name="act"
        value="compare"
        isPending={fetcher.state !== 'idle' || isRunning}
        pendingText="Comparing..."
      >
        Compare now
      </Button>
    </fetcher.Form>
  )
}
