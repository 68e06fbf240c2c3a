import type { Recording } from '@saathi/contract/video/socket'

/** What to do about its recording: ours says whether it may run, and who begins it. */
export function recordingCommand({ state, segment }: Recording, isOn: boolean): 'start' | 'stop' | null {
  if (state !== 'running') return isOn ? 'stop' : null
  return segment !== null && !isOn ? 'start' : null
}

/**
 * Its own button was pressed, not ours: what that means here. It is never believed for itself; the server decides, and what it says
 * is done.
 */
export function wishOf({ state }: Recording, isOn: boolean): boolean | null {
  if (isOn) return state === 'off' ? true : null
  return state === 'running' ? false : null
}
