const channel = new BroadcastChannel('saathi.ring')

/** A call that this page is at: before its question, or in it. */
export type Attended = { room: string; isIn: boolean }

let attended: Attended | null = null
export const attendedNow = (): Attended | null => attended

/** Whoever goes to a call has answered it, in every tab. The returned function leaves it. */
export function attend(room: string, isIn: boolean): () => void {
  const mine = { room, isIn }
  attended = mine
  tellAnswered(room)
  return () => {
    if (attended === mine) attended = null
  }
}

export const tellAnswered = (room: string): void => channel.postMessage({ answered: room })

/** Said by another tab of this browser. */
export function onAnswered(listener: (room: string) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'answered' in data && typeof data.answered === 'string')
      listener(data.answered)
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
