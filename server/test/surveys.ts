import type { Permission } from '@saathi/contract/accounts/entities'
import { sendAnswers } from '@saathi/contract/surveys/calls'
import type { StoredStage, StoredSurveyQuestion } from '#content/question-content.ts'
import type { TestServer } from './harness.ts'
import { toTexts, makeOption, makeQuestion } from './quiz-content.ts'
import { type Part, sendForm } from './send-form.ts'

type QuestionChanges = Partial<Omit<StoredSurveyQuestion, 'key' | 'questionType'>>
type SurveyOption = StoredSurveyQuestion['answerOptions'][number]

/** Optional, without a criterion or readiness area, in English only. */
export const makeSurveyQuestion = (key: string, questionType = 'Text', changes: QuestionChanges = {}): StoredSurveyQuestion => ({
  ...makeQuestion(key, questionType),
  criterion: null,
  readiness: null,
  answerOptions: [],
  ...changes,
})

export const makeSurveyOption = (key: string, changes: Partial<SurveyOption> = {}): SurveyOption => ({
  ...makeOption(key),
  tag: null,
  ...changes,
})

/** A stage with these pages. */
export const makeStage = (pages: StoredSurveyQuestion[][], changes: Partial<StoredStage> = {}): StoredStage => ({
  name: toTexts('A stage'),
  description: toTexts('What it asks.'),
  pages: pages.map((questions, at) => ({ title: toTexts(`Page ${at + 1}`), description: null, questions })),
  ...changes,
})

type SurveyChanges = {
  key?: string
  position?: number
  name?: string
  hindiName?: string
  audience?: 'everyone' | 'mentees' | 'mentors'
  projectId?: number
  minutes?: number
  /** Opens this many days after the other survey was completed. */
  after?: { surveyId: number; days: number }
  closesAt?: Date
  publishedAt?: Date
  /** One entry per stage; a list of questions becomes a stage with one page. */
  stages?: readonly (StoredStage | StoredSurveyQuestion[])[]
}
export type BuiltSurvey = { id: number; key: string; stages: number[] }

let built = 0

/** A published survey for everyone with one optional question. */
export async function buildSurvey(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  changes: SurveyChanges = {},
): Promise<BuiltSurvey> {
  built += 1
  const key = changes.key ?? `built-survey-${built}`
  const name = toTexts(changes.name ?? `Survey ${built}`, changes.hindiName)
  const { id } = await db
    .insertInto('survey')
    .values({
      key,
      position: changes.position ?? built,
      content: JSON.stringify({ name, shortDescription: toTexts('What it is about.') }),
      minutes: changes.minutes ?? 5,
      audience: changes.audience ?? 'everyone',
      after_survey_id: changes.after?.surveyId ?? null,
      after_days: changes.after?.days ?? 0,
      closes_at: changes.closesAt ?? null,
      published_at: changes.publishedAt ?? clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (changes.projectId) await db.insertInto('survey_project').values({ survey_id: id, project_id: changes.projectId }).execute()
  const stages: number[] = []
  for (const [at, stage] of (changes.stages ?? [[makeSurveyQuestion('why')]]).entries()) {
    const content = Array.isArray(stage) ? makeStage([stage]) : stage
    const row = { survey_id: id, key: `stage-${at + 1}`, position: at + 1, content: JSON.stringify(content) }
    stages.push((await db.insertInto('survey_stage').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  return { id, key, stages }
}

/** Sets whether the person may take surveys or sees them locked. */
export async function setSurveyFlag({ db }: Pick<TestServer, 'db'>, personId: number, survey: Permission = 'use'): Promise<void> {
  await db.updateTable('experience').set({ survey }).where('person_id', '=', personId).execute()
}

/** As if the person had submitted every stage this many days ago without answers. */
export async function markSurveyCompleted(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  personId: number,
  survey: BuiltSurvey,
  daysAgo = 0,
): Promise<Date> {
  const at = new Date(clock.now().getTime() - daysAgo * 86_400_000)
  await db
    .insertInto('survey_response')
    .values({ person_id: personId, survey_id: survey.id, started_at: at, completed_at: at })
    .execute()
  const stages = survey.stages.map((id) => ({ person_id: personId, stage_id: id, submitted_at: at }))
  await db.insertInto('stage_response').values(stages).execute()
  return at
}

type StageRef = { survey: number; stage: number }
type AnswersInput = { answers?: unknown; parts?: Readonly<Record<string, Part>>; key?: string }

/** The answers as an object in `data`, with files and single answers as separate parts. */
export function sendStage(
  server: TestServer,
  personId: number | null,
  stageRef: StageRef,
  { answers, parts = {}, key }: AnswersInput = {},
) {
  const data = { ...stageRef, ...(answers !== undefined && { answers }) }
  const form = [['data', JSON.stringify(data)] as const, ...Object.entries(parts)]
  return sendForm(server, sendAnswers, personId, form, key === undefined ? {} : { 'idempotency-key': key })
}
