/** What stands on the home of mentorship, which comes before this room. */
export { MatchingNote } from './matching-note.tsx'
export { MatchingScreen } from './matching-screen.tsx'
