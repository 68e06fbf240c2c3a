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
  NewReport,
  ScriptedMessage,
  MentorshipSessionProgress,
  DemoHistory,
} from './demo-history.ts'
export { StoredCard, StoredTopic } from './community-store.ts'
export { findCommunityItems, findTopics } from './community-store.ts'
export { showFeedPost, StoredFeedPost } from './feed-content.ts'
export { answerKeys, PlanCriteria, PlanCriterion, Strength } from './match-plan.ts'
export {
  readQuizTitles,
  type Reveal,
  revealAll,
  revealNothing,
  showQuestion,
  showQuiz,
  StoredQuestion,
  StoredQuiz,
} from './question-content.ts'
export {
  pictureHashes,
  type QuizRow,
  type Picture,
  recordingUrl,
  showContent,
  StoredContent,
  type StoredItem,
} from './step-content.ts'
export { bannerUrl, findMediaSizes, isOfferedTo, publishedSessions, tagNames } from './store.ts'
export { showPages, StoredStage, StoredSurvey, type StoredSurveyQuestion } from './question-content.ts'
export { readIn, Texts } from '#core/translated-texts.ts'
export { findVersionContent, type VersionContent, type VersionStep } from './store.ts'
