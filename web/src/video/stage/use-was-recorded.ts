import type { Recording } from '@saathi/contract/video/socket'
import { useState } from 'react'

/** Whether the recording has run while this person was present. */
export function useWasRecorded({ state }: Recording): boolean {
  const [was, setWas] = useState(false)
  if (state === 'running' && !was) setWas(true)
  return was
}
