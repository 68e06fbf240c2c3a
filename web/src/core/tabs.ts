import { createEvent } from './store.ts'

/** Messages between the tabs of one browser. */
export type TabMessage = { type: 'signedOut' } | { type: 'signedIn'; userId: number } | { type: 'language'; code: string }

const channel = new BroadcastChannel('saathi')
const received = createEvent<[message: TabMessage]>()

channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readMessage(data)
  if (message) received.emit(message)
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

export const onOtherTab = received.on
