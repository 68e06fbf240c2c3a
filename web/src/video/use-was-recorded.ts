import type { Recording } from '@saathi/contract/video/socket'
import { useState } from 'react'

/** Whether it has run while one was here. */
export function useWasRecorded({ state }: Recording): boolean {
  const [was, setWas] = useState(false)
  if (state === 'running' && !was) setWas(true)
  return was
}
