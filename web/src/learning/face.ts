export { SessionCard, titleOf } from './session-card.tsx'
export { completedCount, twoDigits, unlockOf } from './unlock.ts'
