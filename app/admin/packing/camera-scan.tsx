import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { cameraFault, codeReaderHere, readCodes, type CodeReaderClass } from '#app/admin/packing/read-codes.ts'
import { Button } from '#app/ui/button.tsx'

/** Scans with the camera. Shows nothing where the browser reads no codes. */
export function CameraScan({ onCode }: { onCode(code: string): void }) {
  const [Reader, setReader] = useState<CodeReaderClass>()
  const [isOn, setIsOn] = useState(false)
  const [fault, setFault] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onCode)
  useEffect(() => setReader(codeReaderHere), [])
  useEffect(() => {
    if (!isOn || !Reader || !video.current) return undefined
    const end = new AbortController()
    readCodes(Reader, video.current, end.signal, tell).catch((error: unknown) => {
      if (end.signal.aborted) return
      setFault(cameraFault(error))
      setIsOn(false)
    })
    return () => end.abort()
  }, [isOn, Reader])

  if (!Reader) return null
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="justify-self-start"
        aria-pressed={isOn}
        onClick={() => {
          setFault(undefined)
          setIsOn(!isOn)
        }}
      >
        {isOn ? 'Switch the camera off' : 'Scan with the camera'}
      </Button>
      {isOn && (
        <video
          ref={video}
          className="max-h-64 w-full max-w-md object-cover"
          muted
          playsInline
          aria-label="What the camera sees"
        />
      )}
      {fault !== undefined && (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
    </div>
  )
}
