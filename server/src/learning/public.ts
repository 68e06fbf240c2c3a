export type { MentorshipSessionRef } from './events.ts'
export { hasCurriculum, requireCurriculum, requireCurriculumFlag, requireSession } from './access.ts'
export { insertDemoMentorshipProgress, insertDemoProgress } from './demo-progress.ts'
export { findWeeklyQuizzes } from './mentorship/member-progress-store.ts'
export { type DueSession, findDueSessions, lockMentorship } from './mentorship/session-store.ts'
export {
  readMemberProgress,
  type MemberProgress,
  closeMentorshipSessions,
  openMentorshipSessions,
} from './mentorship/sessions.ts'
export { nextSessionOf, setPreferredTags } from './service.ts'
export { describeSession } from './session/detail.ts'
export { findSessionCards, type Page, type SessionFilter } from './store.ts'
