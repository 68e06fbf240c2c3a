import type { Recording } from '@saathi/contract/video/socket'

/** The command for Jitsi's recording: our recording state decides whether it may run and who starts it. */
export function recordingCommand({ state, segment }: Recording, isOn: boolean): 'start' | 'stop' | null {
  if (state !== 'running') return isOn ? 'stop' : null
  return segment !== null && !isOn ? 'start' : null
}

/** Someone used Jitsi's own record button: the request to send to our server, which decides. */
export function recordRequestOf({ state }: Recording, isOn: boolean): boolean | null {
  if (isOn) return state === 'off' ? true : null
  return state === 'running' ? false : null
}
