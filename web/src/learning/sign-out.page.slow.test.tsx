import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { completeStep } from '@saathi/contract/learning/session-calls'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Question } from '@saathi/contract/questions/entities'
import { putEntries } from '#core/offline/store.ts'
import { seedOutbox, stepEntry, storedEntries } from '#core/outbox/entry.fake.ts'
// Imported here, so that the outbox does not wait for it.
import '#core/outbox/outbox-slot.tsx'
import './kinds.ts'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'
import { signOutOf } from '../../test/sign-out.ts'
import { quizQuestion, draftKey, friend, quizPath, quizState } from './quiz/page.fake.tsx'

beforeEach(() => page.viewport(1280, 900))

async function showQuizApp(...questions: Question[]) {
  answer(getQuiz, quizState({ questions }))
  return showApp({ profile: makeProfile(), path: quizPath })
}

test('[ACC-31] signing out asks for confirmation while a step is not stored', async () => {
  await seedOutbox(stepEntry(3, 11))
  const tried = answer(completeStep, 'network')
  const screen = await showApp({ profile: makeProfile(), path: '/moreinfo/faq' })
  await expect.poll(() => tried.inputs.length).toBeGreaterThan(0)
  await signOutOf(screen).stayThenLeave()
  expect(await storedEntries()).toEqual([])
})

test('[ACC-31] signing out asks also about entries this page has not loaded yet', async () => {
  const screen = await showApp({ profile: makeProfile(), path: '/moreinfo/faq' })
  answer(completeStep, 'network')
  await putEntries('outbox', 1, [stepEntry(3, 11)])
  await signOutOf(screen).stayThenLeave()
  expect(await storedEntries()).toEqual([])
})

test('[ACC-31] signing out asks while answers are not sent', async () => {
  const screen = await showQuizApp(friend)
  await screen.getByRole('textbox', { name: friend.title }).fill('Meera')
  await signOutOf(screen).stayThenLeave()
  expect(localStorage.getItem(draftKey)).toBeNull()
})

test('[ACC-31] signing out asks about a file, which exists only in the page', async () => {
  const screen = await showQuizApp(quizQuestion('paper', { questionType: 'Document', mandatory: true }))
  const letter = new File(['%PDF-1.7 letter'], 'letter.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText(/Title of paper/), letter)
  await expect.element(screen.getByText('letter.pdf')).toBeVisible()
  await signOutOf(screen).stayThenLeave()
})

test('[ACC-31] signing out does not ask for a cleared answer, or if only the position is stored', async () => {
  localStorage.setItem('saathi.quiz.4.41.6', JSON.stringify({ attempts: 0, at: 'friend', answers: { friend: null } }))
  localStorage.setItem('saathi.quiz.5.51.7', '{')
  const screen = await showQuizApp(friend)
  const field = screen.getByRole('textbox', { name: friend.title })
  await field.fill('Meera')
  await field.fill('')
  await signOutOf(screen).leave()
})
