import { useRef, useState } from 'react'

/** Runs one task at a time. While `isBusy`, starting another does nothing. */
export function useTask() {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)

  async function run(task: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await task()
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
