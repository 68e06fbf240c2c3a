import * as z from 'zod/mini'
import { Id, LanguageCode, Time } from '../core/fields.ts'
import { QuestionKey, QuestionType, ScaleSorting } from '../questions/entities.ts'
import { KeyText, MediaHash, PartName, Short, Words } from './draft-fields.ts'
import { ContentType } from './items.ts'
import { CardPart, FaqPart, LegalPart, PostPart } from './page-parts.ts'

/** Kinds of content that authors write in the console. */
export const DraftKind = z.enum(['session', 'survey', 'post', 'faq', 'card', 'legal'])
export type DraftKind = z.infer<typeof DraftKind>

export const DraftState = z.enum(['draft', 'in_review', 'published', 'scheduled', 'taken_back'])
export type DraftState = z.infer<typeof DraftState>

export const SessionPart = z.object({
  kind: z.literal('session'),
  title: Short,
  overview: Words,
  tags: z.array(KeyText).check(z.maxLength(20)),
  color: Short,
  cover: z.nullable(MediaHash),
  isLearningHub: z.boolean(),
  /** Its position among the sessions offered first to newcomers. */
  first: z.nullable(z.int()),
  /** Keys of the programmes that see it; empty for all. */
  projects: z.array(KeyText).check(z.maxLength(100)),
  steps: z.array(z.object({ key: KeyText, title: Short, durationMinutes: z.int() })).check(z.maxLength(60)),
})
export type SessionPart = z.infer<typeof SessionPart>

export const DraftBlock = z.object({
  /** Stays the same when the block moves, so that its translations follow. */
  id: KeyText,
  contentType: ContentType,
  text: Words,
  /** The picture, or the recording of AUDIO and VIDEO. */
  image: z.nullable(MediaHash),
  /** The picture adds nothing to the text, so it needs no description. */
  isDecorative: z.optional(z.boolean()),
  url: z.nullable(Short),
  quiz: z.nullable(KeyText),
  allowRetake: z.boolean(),
})
export type DraftBlock = z.infer<typeof DraftBlock>

export const StepPart = z.object({ kind: z.literal('step'), blocks: z.array(DraftBlock).check(z.maxLength(60)) })
export type StepPart = z.infer<typeof StepPart>

export const DraftOption = z.object({ key: QuestionKey, label: Short, helpText: Short, isCorrect: z.boolean() })
export type DraftOption = z.infer<typeof DraftOption>
export const DraftQuestion = z.object({
  key: QuestionKey,
  questionType: QuestionType,
  mandatory: z.boolean(),
  disabled: z.boolean(),
  title: Short,
  label: Short,
  helpText: Short,
  autocomplete: z.nullable(z.string().check(z.maxLength(40))),
  answerOptions: z.array(DraftOption).check(z.maxLength(60)),
  scale: z.nullable(
    z.object({
      sorting: ScaleSorting,
      options: z.array(z.object({ option: z.int(), label: Short })).check(z.maxLength(20)),
    }),
  ),
})
export type DraftQuestion = z.infer<typeof DraftQuestion>

export const QuizPart = z.object({
  kind: z.literal('quiz'),
  helpText: Short,
  questions: z.array(DraftQuestion).check(z.maxLength(40)),
})
export type QuizPart = z.infer<typeof QuizPart>

export const SurveyPart = z.object({
  kind: z.literal('survey'),
  name: Short,
  shortDescription: Short,
  minutes: z.int(),
  icon: z.nullable(MediaHash),
  background: z.nullable(MediaHash),
  audience: z.enum(['everyone', 'mentees', 'mentors']),
  /** Keys of the programmes that see it; empty for all. */
  projects: z.array(KeyText).check(z.maxLength(100)),
  /** The survey opens this many days after another one was completed. */
  after: z.nullable(z.object({ survey: KeyText, days: z.int() })),
  closesInDays: z.nullable(z.int()),
  stages: z.array(z.object({ key: KeyText, name: Short, description: Short })).check(z.maxLength(30)),
})
export type SurveyPart = z.infer<typeof SurveyPart>

/** A question with what its answer is used for. */
export const DraftSurveyQuestion = z.object({
  ...DraftQuestion.shape,
  criterion: z.nullable(KeyText),
  readiness: z.nullable(KeyText),
  /** People who choose an option with a tag are offered sessions with this tag first; by option. */
  tags: z.record(QuestionKey, KeyText),
})
export type DraftSurveyQuestion = z.infer<typeof DraftSurveyQuestion>

export const StagePage = z.object({
  id: KeyText,
  title: Short,
  description: Short,
  questions: z.array(DraftSurveyQuestion).check(z.maxLength(40)),
})
export type StagePage = z.infer<typeof StagePage>
export const StagePart = z.object({ kind: z.literal('stage'), pages: z.array(StagePage).check(z.maxLength(30)) })
export type StagePart = z.infer<typeof StagePart>

export const DraftBody = z.union([SessionPart, StepPart, QuizPart, SurveyPart, StagePart, PostPart, FaqPart, CardPart, LegalPart])
export type DraftBody = z.infer<typeof DraftBody>

/** Each part has its own revision, so that two authors can write different steps at the same time. */
export const DraftPart = z.object({
  name: PartName,
  /** 0 until the first change: the content is the published one. */
  revision: z.int(),
  body: DraftBody,
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(Time),
})
export type DraftPart = z.infer<typeof DraftPart>

/** A problem found by the checker, with its part and path, such as `blocks[2].text`. */
export const DraftProblem = z.object({ part: PartName, path: z.string(), text: z.string() })
export type DraftProblem = z.infer<typeof DraftProblem>

/** `behind`: the source has changed since it was translated. A language is offered when nothing is missing. */
export const LanguageCoverage = z.object({ language: LanguageCode, total: z.int(), missing: z.int(), behind: z.int() })
export type LanguageCoverage = z.infer<typeof LanguageCoverage>

export const ContentRow = z.object({
  kind: DraftKind,
  key: KeyText,
  title: z.string(),
  state: DraftState,
  /** The published version; null before the first. */
  version: z.nullable(z.int()),
  hasChanges: z.boolean(),
  cover: z.nullable(z.string()),
  color: z.nullable(z.string()),
  steps: z.nullable(z.int()),
  minutes: z.nullable(z.int()),
  languages: z.array(LanguageCoverage).check(z.maxLength(30)),
  /** People who have started and not finished it. */
  inTheMiddle: z.nullable(z.int()),
  changedBy: z.nullable(z.string()),
  isChangedByReader: z.boolean(),
  /** The caller wrote or translated a part of it. */
  isMine: z.boolean(),
  changedAt: z.nullable(Time),
  scheduledFor: z.nullable(Time),
  mayWrite: z.boolean(),
})
export type ContentRow = z.infer<typeof ContentRow>

/** Above this size, a step shows a warning: two seconds on a slow connection of 1 Mbit/s. */
export const STEP_BUDGET_BYTES = 250 * 1024

export const DraftPicture = z.object({ hash: MediaHash, url: z.string(), name: z.string(), bytes: z.int() })
export type DraftPicture = z.infer<typeof DraftPicture>

export const RecordingType = z.enum(['audio', 'video'])
export type RecordingType = z.infer<typeof RecordingType>
export const DraftRecording = z.object({ ...DraftPicture.shape, type: RecordingType })
export type DraftRecording = z.infer<typeof DraftRecording>

export const DraftContent = z.object({
  kind: DraftKind,
  key: KeyText,
  title: z.string(),
  state: DraftState,
  version: z.nullable(z.int()),
  /** Revision of the whole draft; 0 while nothing differs from the published content. */
  revision: z.int(),
  hasChanges: z.boolean(),
  scheduledFor: z.nullable(Time),
  mayWrite: z.boolean(),
  /** Approval by a second person is required by a programme that sees the content. */
  needsReview: z.boolean(),
  askedBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  /** A second person returned it, and nobody has asked again since. */
  isReturned: z.boolean(),
  returnedBy: z.nullable(z.string()),
  /** The caller may approve: they neither requested the review nor changed the draft. */
  mayApprove: z.boolean(),
  parts: z.array(DraftPart).check(z.maxLength(200)),
  problems: z.array(DraftProblem).check(z.maxLength(200)),
  languages: z.array(LanguageCoverage).check(z.maxLength(30)),
  openComments: z.int(),
  /**
   * Questions of the published version that people have answered: their key and type cannot change. In a survey, `quiz` is the
   * stage.
   */
  locked: z.array(z.object({ quiz: KeyText, question: QuestionKey, answers: z.int() })).check(z.maxLength(1000)),
  media: z.array(DraftPicture).check(z.maxLength(500)),
})
export type DraftContent = z.infer<typeof DraftContent>

export const TranslationRow = z.object({
  part: PartName,
  path: z.string(),
  source: z.string(),
  /** Empty without a translation. */
  text: z.string(),
  /** The source that the translator saw; null without a translation. */
  seen: z.nullable(z.string()),
  revision: z.int(),
  changedAt: z.nullable(Time),
  /** When the part with the source was last changed; null if nobody has changed it. */
  sourceChangedAt: z.nullable(Time),
})
export type TranslationRow = z.infer<typeof TranslationRow>

export const DraftComment = z.object({
  id: Id,
  text: z.string(),
  by: z.nullable(z.string()),
  at: Time,
  isDone: z.boolean(),
})
export type DraftComment = z.infer<typeof DraftComment>
