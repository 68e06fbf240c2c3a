import type { Answer, Question } from '@saathi/contract/questions/entities'
import { typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { AnsweredSurvey, CorrectableAnswer } from '@saathi/contract/surveys/staff-calls'
import { can, displayName } from '#accounts/public.ts'
import { readIn, showPages } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { setPreferredTags } from '#learning/public.ts'
import { notifyPerson } from '#notices/public.ts'
import { checkSubmitted, rejectWith, requireNoProblems, toStored } from '#questions/public.ts'
import { findAnswers, findSentStages, lockResponse, saveAnswer, saveScores } from './answer-store.ts'
import {
  type AnsweredRow,
  deleteOtherScores,
  findAnsweredSurveys,
  findCorrections,
  findPerson,
  insertCorrection,
} from './correct-store.ts'
import { pairAnswers, preferredTagsOf, scoresOf } from './feeds.ts'
import { isSameAnswer } from './answers.ts'
import { storedQuestionsOf } from './stages.ts'
import { findStages, findSurveyOf, type StageRow } from './store.ts'

/** People outside the actor's programmes get the same reply as unknown ids. */
async function requirePerson({ db, actor }: Ctx, id: number): Promise<number> {
  const person = await findPerson(db, id)
  if (!person || !can(actor, 'staff.survey_answers', person.projectId)) throw notFound('accounts.person_not_found')
  return person.id
}

/** Everything but passwords and files. A scored answer may be a mistake, too. */
function correctableOf({ content }: StageRow, language: string): Question[] {
  const questions = showPages(content, language).flatMap((page) => page.questions)
  return questions.filter((question) => {
    const type = typeOf(question)
    return !question.disabled && type !== undefined && type !== 'Password' && uploadRuleOf(type) === undefined
  })
}

const isScored = (stage: StageRow, key: string): boolean =>
  storedQuestionsOf(stage).some((question) => question.key === key && question.readiness !== null)

export async function getPersonAnswers(ctx: Ctx, id: number) {
  const personId = await requirePerson(ctx, id)
  const { language } = ctx.actor
  const surveys: AnsweredSurvey[] = []
  for (const row of await findAnsweredSurveys(ctx.db, personId)) surveys.push(await showSurvey(ctx, personId, row))
  const corrections = await findCorrections(ctx.db, personId)
  return {
    surveys,
    corrections: corrections.map(({ survey, title, firstName, lastName, at, ...row }) => ({
      ...row,
      survey: readIn(language, survey.name).locale,
      question: title === null ? row.questionKey : readIn(language, title).locale,
      by: firstName === null || lastName === null ? null : displayName({ firstName, lastName }),
      at: at.toISOString(),
    })),
  }
}

async function showSurvey(ctx: Ctx, personId: number, { id, content, completedAt }: AnsweredRow): Promise<AnsweredSurvey> {
  const { language } = ctx.actor
  const rows = await findAnswers(ctx.db, personId, id)
  const sent = await findSentStages(ctx.db, personId, id)
  const stages = (await findStages(ctx.db, id)).filter((stage) => sent.has(stage.id))
  const answers = stages.flatMap((stage) =>
    correctableOf(stage, language).map((question): CorrectableAnswer => {
      const row = rows.find(({ stageId, questionKey }) => stageId === stage.id && questionKey === question.key)
      return {
        stage: stage.id,
        question,
        answer: row?.answer ?? null,
        answeredAt: row?.answeredAt.toISOString() ?? null,
        isScored: isScored(stage, question.key),
      }
    }),
  )
  return { id, name: readIn(language, content.name).locale, isComplete: completedAt !== null, answers }
}

type Correction = { stage: number; questionKey: string; answer: Answer | null; reason: string }

/** Keeps the time of the answer: if two surveys ask the same, the later one still counts for matching. */
export async function correctAnswer(ctx: Ctx, id: number, { stage: stageId, questionKey, answer, reason }: Correction) {
  const { db } = ctx
  const personId = await requirePerson(ctx, id)
  const surveyId = await findSurveyOf(db, stageId)
  const survey = (await findAnsweredSurveys(db, personId)).find((each) => each.id === surveyId)
  if (!survey) throw notFound('surveys.not_found')
  await lockResponse(db, personId, survey.id, ctx.now())
  const stages = await findStages(db, survey.id)
  const stage = stages.find((each) => each.id === stageId)
  const sent = await findSentStages(db, personId, survey.id)
  const question = stage && correctableOf(stage, '').find(({ key }) => key === questionKey)
  if (!stage || !question || !sent.has(stageId)) throw conflict('surveys.answer_fixed')
  const submitted = { values: answer === null ? {} : { [questionKey]: answer }, files: {} }
  const checked = checkSubmitted([question], submitted, {})
  requireNoProblems(checked.problems, rejectWith('surveys.answers_rejected'))
  const after = toStored([question], checked.answers)[questionKey] ?? null

  const rows = await findAnswers(db, personId, survey.id)
  const before = rows.find((row) => row.stageId === stageId && row.questionKey === questionKey)
  if (isSameAnswer(before?.answer ?? undefined, after ?? undefined)) return { answer: after }
  await saveAnswer(db, { personId, stageId, questionKey, answer: after, now: before?.answeredAt ?? ctx.now() })
  const values = { before: before?.answer ?? null, after }
  await insertCorrection(db, { personId, stageId, questionKey, ...values, reason, by: ctx.actor.personId, now: ctx.now() })
  // Answers count only once the last stage is submitted.
  if (survey.completedAt) {
    const answered = pairAnswers(stages, await findAnswers(db, personId, survey.id))
    const scores = scoresOf(answered)
    // Keep the time of the score, so that the score of a later survey stays the newest.
    await saveScores(db, { personId, surveyId: survey.id, now: survey.completedAt }, scores)
    await deleteOtherScores(db, personId, survey.id, [...scores.keys()])
    await setPreferredTags(ctx, personId, preferredTagsOf(answered))
    await ctx.raise({ type: 'surveys.answer_changed', personId, surveyId: survey.id })
  }
  ctx.push({ to: [personId], event: { type: 'surveys.survey_changed', survey: survey.id } })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  // Without the answer, because others may see the notice. The data export has both values.
  await notifyPerson(ctx, {
    personId,
    kind: 'account',
    template: 'answerCorrected',
    values: { survey: survey.content.name.text },
    link: '/profile',
  })
  return { answer: after }
}
