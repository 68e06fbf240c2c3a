/** Shown on the mentorship home, which is lower in the order of domains. */
export { MatchingNote } from './matching-note.tsx'
export { MatchingScreen } from './screen/matching-screen.tsx'
