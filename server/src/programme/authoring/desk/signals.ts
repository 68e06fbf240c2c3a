import type { LearnerSignal } from '@saathi/contract/content/desk-calls'
import type { Ctx } from '#core/ctx.ts'
import { reachOf } from '../access.ts'
import * as store from './signal-store.ts'

/** Fewer people say little about a session, and their figures could identify them. */
const FEWEST_PEOPLE = 10
const FEWEST_STOPPED = 5
const MANY_WRONG = 0.5
const MANY_STOPPED = 0.25
const IDLE_DAYS = 14
const MAX_SIGNALS = 3

type Found = { share: number; signal: LearnerSignal }
type Sessions = ReadonlyMap<number, store.Offered>

/** The weakest questions and steps of the sessions that this person sees: perhaps badly worded, too long or too hard. */
export async function listSignals(ctx: Ctx): Promise<LearnerSignal[]> {
  const offered = (await store.findOffered(ctx.db)).filter(({ projects }) => reachOf(ctx.actor, projects).maySee)
  const sessions = new Map(offered.map((each) => [each.versionId, each]))
  const found = [...(await findHardQuestions(ctx, sessions)), ...(await findStops(ctx, sessions))]
  return found
    .toSorted((one, other) => other.share - one.share)
    .slice(0, MAX_SIGNALS)
    .map(({ signal }) => signal)
}

const inTens = (share: number): number => Math.round(share * 10) * 10

async function findHardQuestions({ db }: Ctx, sessions: Sessions): Promise<Found[]> {
  const quizzes = await store.findQuizzes(db, [...sessions.keys()])
  const asked = quizzes.flatMap(({ id: quizId, content }) =>
    content.questions.flatMap(({ key: question, answerOptions }) => {
      const right = answerOptions.flatMap(({ key, isCorrect }) => (isCorrect ? [key] : []))
      return right.length > 0 ? [{ quizId, question, right }] : []
    }),
  )
  return (await store.countFirstAnswers(db, asked)).flatMap(({ quizId, question, people, answered, right }): Found[] => {
    const share = 1 - right / answered
    const quiz = quizzes.find(({ id }) => id === quizId)
    const session = quiz && sessions.get(quiz.versionId)
    if (!session || people < FEWEST_PEOPLE || share < MANY_WRONG) return []
    const number = quiz.content.questions.findIndex(({ key }) => key === question) + 1
    const { step, stepTitle } = quiz
    const place = { key: session.key, title: session.title, step, stepTitle, quiz: quiz.key, question, number }
    return [{ share, signal: { type: 'question', ...place, percent: inTens(share) } }]
  })
}

async function findStops({ db, now }: Ctx, sessions: Sessions): Promise<Found[]> {
  const before = new Date(now().getTime() - IDLE_DAYS * 86_400_000)
  const stops = await store.countStopsBefore(db, [...sessions.keys()], before)
  return stops.flatMap(({ versionId, step, stepTitle, people, started, stopped }): Found[] => {
    const share = stopped / started
    const session = sessions.get(versionId)
    if (!session || people < FEWEST_PEOPLE || stopped < FEWEST_STOPPED || share < MANY_STOPPED) return []
    return [{ share, signal: { type: 'step', key: session.key, title: session.title, step, stepTitle, percent: inTens(share) } }]
  })
}
