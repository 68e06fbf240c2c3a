import type { Page } from '@playwright/test'
import { QuestionType } from '@saathi/contract/questions/entities'
import { signInAs } from '../scripts/sign-in-as.ts'
import { answerQuestion, type InputMethod, sortQuestions, readSession } from './learner.ts'
import { expectAxeClean } from './screen.ts'
import { expect, test } from './world.ts'

const hands: Record<string, { name: string; hand: InputMethod }> = {
  phone: { name: 'priya', hand: 'touch' },
  desktop: { name: 'anita', hand: 'keyboard' },
}

/** Demo sessions whose quizzes together cover every question type. */
const titles = [
  'Know your strengths',
  'A goal that pulls you forward',
  'Safe on your own phone',
  'Write an e-mail that gets answered',
  'Before you borrow',
  'A CV on one page',
]

async function takeQuiz(
  page: Page,
  path: string,
  hand: InputMethod,
  questions: ReturnType<typeof sortQuestions>,
  seen: Set<string>,
) {
  await page.goto(path)
  for (const [place, question] of questions.entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(question.localeTitle)
    if (!seen.has(question.questionType)) await expectAxeClean(page)
    await answerQuestion(page, question, hand)
    seen.add(question.questionType)
    const isLast = place === questions.length - 1
    await page.getByRole('button', { name: isLast ? 'Submit' : 'Next', exact: true }).click()
  }
  await expect(page).not.toHaveURL(/\/quiz\/?\?(?!.*result)/)
}

test('[QST-01] the demo quizzes cover all eighteen question types, and each can be answered by hand', async ({
  page,
  context,
  world,
}, { project }) => {
  const { name, hand } = hands[project.name] ?? { name: 'priya', hand: 'touch' }
  await signInAs(context, world.url, name)
  const seen = new Set<string>()
  for (const title of titles) {
    const session = await readSession(context, world.url, title)
    await page.goto(`/session/sessionintroduction/${session.id}`)
    await page.getByRole('button', { name: /Start|Continue/ }).click()
    await expect(page).toHaveURL(/\/session\/step/)
    for (const step of session.sessionSteps) {
      for (const { quiz } of step.content) {
        const isNew = quiz?.questions.some(({ questionType }) => !seen.has(questionType))
        if (!quiz || !isNew) continue
        const path = `/session/step/quiz/?session=${session.id}&step=${step.id}&quiz=${quiz.id}`
        await takeQuiz(page, path, hand, sortQuestions(quiz.questions), seen)
      }
    }
  }
  expect([...seen].toSorted()).toEqual([...QuestionType.options].toSorted())
})
