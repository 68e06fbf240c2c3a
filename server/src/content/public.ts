export type {
  StartedSession,
  StartedSurvey,
  NewAccount,
  NewCall,
  NewEvent,
  NewMatches,
  NewMatchGroup,
  NewMatchOffer,
  NewMentorship,
  ScriptedMessage,
  NewSeeker,
  MentorshipSessionProgress,
} from './events.ts'
export { findHelplines } from './helpline-store.ts'
export { findCommunityItems, findTopics } from './community-store.ts'
export { showFeedPost, StoredFeedPost } from './feed-content.ts'
export { loadDemoIfEmpty } from './programme/load-folder.ts'
export { answerKeys, PlanCriteria, PlanCriterion, type Strength } from './match-plan.ts'
export { readQuizTitles, type Reveal, revealAll, revealNothing, showQuiz } from './quiz-content.ts'
export { pictureHashes, type QuizRow, showContent, type StoredItem } from './step-content.ts'
export { bannerUrl, findMediaSizes, isOfferedTo, publishedSessions, tagNames } from './store.ts'
export { showPages, StoredStage, StoredSurvey, type StoredSurveyQuestion } from './survey-content.ts'
export { readIn, Texts } from './texts.ts'
export { findVersionContent, type VersionContent, type VersionStep } from './version-store.ts'
