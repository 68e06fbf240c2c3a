import { createStore } from '#core/store.ts'

const channel = new BroadcastChannel('saathi.ring')

/** The call this page shows: the consent question, or the call itself. */
type CurrentCall = { room: string; isIn: boolean }

const currentCall = createStore<CurrentCall | null>(null)
export const getCurrentCall = currentCall.get

/** Opening a call answers it in every tab. Returns a function that leaves it. */
export function enterCall(room: string, isIn: boolean): () => void {
  const mine = { room, isIn }
  currentCall.set(mine)
  publishAnswered(room)
  return () => {
    if (currentCall.get() === mine) currentCall.set(null)
  }
}

export const publishAnswered = (room: string): void => channel.postMessage({ answered: room })

/** Calls `listener` when a call was answered in another tab of this browser. */
export function onAnswered(listener: (room: string) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'answered' in data && typeof data.answered === 'string')
      listener(data.answered)
  }
  channel.addEventListener('message', handleMessage)
  return () => channel.removeEventListener('message', handleMessage)
}
