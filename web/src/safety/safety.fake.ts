import type { MyReport } from '@saathi/contract/safety/entities'

export const report = (changes: Partial<MyReport> = {}): MyReport => ({
  id: 4,
  clientId: '7e1c6d6c-0f7b-4a8e-9d53-54d1b5f0a6c1',
  kind: 'message',
  reason: 'threat',
  about: 'Ravi Kumar',
  state: 'received',
  sentAt: '2026-11-14T06:00:00.000Z',
  answerBy: '2026-11-14T07:00:00.000Z',
  messages: [],
  readBy: [],
  mayReopen: false,
  mayTellGuardian: null,
  ...changes,
})
