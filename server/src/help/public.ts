export { hasTeamFor, raiseConcern } from './concern.ts'
export { detectDanger } from './danger/detect-danger.ts'
export { plainLetters } from './danger/tokens.ts'
export { findHelplines, StoredHelpline } from './store.ts'
