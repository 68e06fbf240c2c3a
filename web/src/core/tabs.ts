/** Messages between the tabs of one browser. */
export type TabMessage = { type: 'signedOut' } | { type: 'signedIn'; userId: number } | { type: 'language'; code: string }

const channel = new BroadcastChannel('saathi')
const listeners = new Set<(message: TabMessage) => void>()

channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readMessage(data)
  if (message) for (const listener of listeners) listener(message)
})

/** A tab with an older build may send messages we no longer know. */
function readMessage(data: unknown): TabMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'signedOut') return { type: data.type }
  if (data.type === 'signedIn') return { type: data.type, userId: Number('userId' in data && data.userId) }
  if (data.type === 'language' && 'code' in data && typeof data.code === 'string') return { type: 'language', code: data.code }
  return null
}

export const notifyOtherTabs = (message: TabMessage): void => channel.postMessage(message)

export function onOtherTab(listener: (message: TabMessage) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
