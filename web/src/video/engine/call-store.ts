import type { CallSnapshot } from './call-snapshot.ts'
import { noDevices } from './media.ts'

export const firstSnapshot: CallSnapshot = {
  socket: 'connecting',
  tiles: [],
  recording: { state: 'waiting', since: null, segment: null },
  captions: [],
  isCaptioning: false,
  captionLanguage: 'en-IN',
  captionTrouble: null,
  me: { microphone: false, camera: false, screen: false, hand: false },
  quality: 'auto',
  level: 4,
  isWeak: false,
  devices: noDevices,
  trouble: null,
}

export function snapshotStore(first: CallSnapshot) {
  const listeners = new Set<() => void>()
  let snapshot = first
  return {
    now: (): CallSnapshot => snapshot,
    set: (next: Partial<CallSnapshot>): void => {
      snapshot = { ...snapshot, ...next }
      for (const tell of listeners) tell()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
