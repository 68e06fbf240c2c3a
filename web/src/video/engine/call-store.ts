import { createStore } from '#core/store.ts'
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
  const { get, set, subscribe } = createStore(first)
  return { now: get, set: (next: Partial<CallSnapshot>): void => set({ ...get(), ...next }), subscribe }
}
