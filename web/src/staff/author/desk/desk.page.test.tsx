import { type DeskTask, getDesk } from '@saathi/contract/content/desk-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import { expect, test } from 'vitest'
import { answer, refuse, setServerClock } from '../../../../test/harness.tsx'
import { showConsole } from '../../console.fake.ts'
import { contentRow, emptyDesk, fullDraft, part, preview } from '../author.fake.ts'
import { newQuestion } from '../parts.ts'

const about = { kind: 'session', key: 'speak-up', title: 'Speak up' } as const
const tasks: DeskTask[] = [
  { type: 'comments', ...about, by: 'Anil Bhosale', count: 2, at: '2026-11-18T03:42:00.000Z' },
  { type: 'review', ...about, title: 'Mock interview', by: 'Anil Bhosale', at: '2026-11-17T03:33:00.000Z' },
  { type: 'returned', ...about, title: 'First salary', by: null, at: '2026-11-16T03:33:00.000Z' },
  { type: 'translation', ...about, title: 'When plans change', language: 'mr', count: 9, at: '2026-11-02T03:33:00.000Z' },
]

function showDesk(reply: Parameters<typeof answer<typeof getDesk>>[1] = emptyDesk) {
  setServerClock(new Date('2026-11-18T06:00:00.000Z'))
  const counts = { session: 1, survey: 0, post: 0, faq: 1, card: 2, legal: 3 }
  answer(calls.listContent, { rows: [contentRow()], counts, programmes: [], isForAll: false })
  answer(getDesk, reply)
  return showConsole({ console: { actions: ['staff.console', 'staff.content'] }, path: '/staff/content' })
}

test('[AUT-06] what waits is listed with who and since when, and opens where it is done', async () => {
  const screen = await showDesk({ ...emptyDesk, tasks })
  const card = screen.getByRole('region', { name: 'Waits for you' })
  const entries = () =>
    card
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(card.getByText('Anil Bhosale left 2 comments')).toBeVisible()
  expect(entries()).toEqual([
    'Anil Bhosale left 2 comments9:12 amSpeak up',
    'Read over “Mock interview”yesterdayAnil Bhosale asks for your yes',
    'Correct “First salary”2 days agoA colleague gave it back',
    '9 texts in Marathi16 days agoWhen plans change',
  ])
  answer(calls.getDraft, fullDraft())
  answer(team.listDraftComments, { comments: [] })
  await card.getByRole('link', { name: 'Anil Bhosale left 2 comments' }).click()
  await expect.element(screen.getByRole('tab', { name: 'Comments', selected: true })).toBeVisible()
})

test('[AUT-07] texts to translate open in their language', async () => {
  const screen = await showDesk({ ...emptyDesk, tasks: tasks.slice(3) })
  answer(
    calls.getDraft,
    fullDraft({ languages: ['hi', 'mr'].map((language) => ({ language, total: 9, missing: 0, behind: 9 })) }),
  )
  const asked = answer(team.listTranslations, { rows: [] })
  await screen.getByRole('link', { name: '9 texts in Marathi' }).click()
  await expect.element(screen.getByRole('tab', { name: 'Translate, 18 behind', selected: true })).toBeVisible()
  await expect.poll(() => asked.inputs.at(-1)?.query).toEqual({ language: 'mr' })
})

test('more than four tasks are shown on request', async () => {
  const many = Array.from({ length: 7 }, (_, at) => ({
    ...about,
    key: `s-${at}`,
    type: 'review' as const,
    by: 'Anil',
    at: tasks[0]?.at ?? '',
  }))
  const screen = await showDesk({ ...emptyDesk, tasks: many })
  const card = screen.getByRole('region', { name: 'Waits for you' })
  await expect.element(card.getByRole('listitem').nth(3)).toBeVisible()
  expect(card.getByRole('listitem').elements()).toHaveLength(4)
  await card.getByRole('button', { name: 'Show all 7' }).click()
  await expect.poll(() => card.getByRole('listitem').elements()).toHaveLength(7)
})

test('[AUT-11] a question that many get wrong is named and opens in the editor', async () => {
  const place = { key: 'speak-up', title: 'Speak up', step: 'try', stepTitle: 'Try it' }
  const screen = await showDesk({
    ...emptyDesk,
    signals: [
      { type: 'question', ...place, quiz: 'check', question: 'second', number: 2, percent: 80 },
      { type: 'step', ...place, percent: 40 },
    ],
  })
  const card = screen.getByRole('region', { name: 'What learners tell you' })
  await expect.element(card.getByText(/about 80% get question 2 of the step “Try it” wrong at first/)).toBeVisible()
  await expect.element(card.getByText(/about 40% of those who start stop at “Try it”/)).toBeVisible()
  const questions = [
    { ...newQuestion('first'), title: 'What helps?' },
    { ...newQuestion('second'), title: 'What else?' },
  ]
  const parts = fullDraft().parts.filter(({ name }) => name !== 'quiz:check')
  answer(calls.getDraft, fullDraft({ parts: [...parts, part('quiz:check', { kind: 'quiz', helpText: '', questions })] }))
  answer(calls.previewDraft, preview('Breathe in'))
  await card.getByRole('link', { name: 'Open the question' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Quiz 2', selected: true })).toBeVisible()
})

test('[AUT-05] scheduled publications are listed with their time in India, readers and languages', async () => {
  const at = '2026-11-20T02:30:00.000Z'
  const screen = await showDesk({
    ...emptyDesk,
    next: [
      { kind: 'post', key: 'exams', title: 'Exams are near', at, languages: ['en', 'hi'], people: null },
      { ...about, at, languages: ['en'], people: 1 },
    ],
  })
  const card = screen.getByRole('region', { name: 'Next on a date' })
  await expect.element(card.getByText('Exams are near')).toBeVisible()
  expect(
    card
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Exams are nearFriday, 20 November 2026, 8:00 amPost, in English and Hindi',
    'Speak upFriday, 20 November 2026, 8:00 amSession, to 1 person, in English',
  ])
})

test('cards with nothing in them say so', async () => {
  const screen = await showDesk()
  await expect.element(screen.getByText('Nothing waits for you.')).toBeVisible()
  await expect.element(screen.getByText('No question or step troubles many learners.')).toBeVisible()
  await expect.element(screen.getByText('Nothing has a date.')).toBeVisible()
})

test('the list is usable while the cards load', async () => {
  const waiting = await showDesk('hang')
  await expect.element(waiting.getByRole('row', { name: /Speak up/ })).toBeVisible()
  await expect.element(waiting.getByText('Nothing waits for you.')).not.toBeInTheDocument()
  await expect.element(waiting.getByRole('status').getByText('Loading')).toBeInTheDocument()
})

test('if the cards fail, the list stays and they can be fetched again', async () => {
  const screen = await showDesk(refuse('core.broken', 500, 'Broken.'))
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Speak up/ })).toBeVisible()
  answer(getDesk, emptyDesk)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Nothing waits for you.')).toBeVisible()
})
