import type { DraftKind } from '@saathi/contract/content/drafts'
import type { StoredQuestion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { requireContent } from './access.ts'
import { countStops, findFirstAnswers } from './figures-store.ts'

/** Smaller numbers could identify a person. */
const FEWEST = 5

const enough = (count: number): number | null => (count === 0 || count >= FEWEST ? count : null)

/** Figures of the published version: at which step people are, and how many answered each question correctly on the first try. */
export async function getFigures(ctx: Ctx, kind: DraftKind, key: string) {
  const { published } = await requireContent(ctx, kind, key)
  if (!published) return { started: 0, steps: [], questions: [] }
  const { started, stops } = await countStops(ctx.db, published.versionId)
  const answers = await findFirstAnswers(ctx.db, published.versionId)
  return {
    started: enough(started),
    steps: published.steps.map((step) => ({ key: step.key, title: step.title.text, stopped: enough(stops.get(step.key) ?? 0) })),
    questions: published.quizzes.flatMap((quiz) =>
      quiz.content.questions.filter(hasRightOption).map((question) => {
        const values = answers.flatMap((each) =>
          each.quiz === quiz.key && question.key in each.answers ? [each.answers[question.key]] : [],
        )
        const answered = enough(values.length)
        return {
          quiz: quiz.key,
          key: question.key,
          title: question.title.text,
          answered,
          // A share of few people would reveal their answers.
          right: answered === null ? null : values.filter((answer) => isRight(question, answer)).length,
        }
      }),
    ),
  }
}

const hasRightOption = ({ answerOptions }: StoredQuestion) => answerOptions.some(({ isCorrect }) => isCorrect)

/** With several right options, exactly all of them must be chosen. */
function isRight({ answerOptions }: StoredQuestion, answer: unknown): boolean {
  const right = answerOptions.flatMap(({ key, isCorrect }) => (isCorrect ? [key] : []))
  if (!Array.isArray(answer)) return right.some((key) => key === answer)
  const chosen: unknown[] = answer
  return chosen.length === right.length && right.every((key) => chosen.includes(key))
}
