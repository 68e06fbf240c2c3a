import { getNextFacts, type NextPartner } from '@saathi/contract/accounts/next-facts'
import { markCelebrated } from '@saathi/contract/mentorship/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'
import { makeFacts, makePartner } from '../accounts/today/next.fake.ts'

beforeEach(() => page.viewport(390, 844))

async function showHub(changes: Partial<NextPartner>) {
  const partner = makePartner({ isNew: true, hasWritten: false, ...changes })
  answer(getNextFacts, makeFacts({ mentorship: 'use', partners: [partner] }))
  answer(listMySessions, { sessions: [] })
  answer(listSessions, { sessions: [] })
  const marked = answer(markCelebrated, {})
  const screen = await showApp({ profile: makeProfile(), path: '/learninghub' })
  return { screen, marked: marked.inputs }
}

test.each([
  ['a mentee whose mentor said yes', { choseEachOther: true }, 'Ravi said yes!'],
  ['a mentor who was chosen', { part: 'mentee', choseEachOther: true }, 'You and Ravi are a match!'],
  ['a mentee whom the team brought together with a mentor', {}, 'Meet Ravi, your mentor'],
  ['the mentor of a group', { part: 'mentee', people: 4 }, 'Your group has started!'],
] as const)('[DAY-41] celebrates with %s, and notes that it was seen', async (_who, changes, title) => {
  const { screen, marked } = await showHub(changes)
  await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible()
  await expect.poll(() => new Set(marked.map(({ params }) => params.id))).toEqual(new Set([40]))
})

test('[DAY-41] puts a first message into the composer of the conversation, for the reader to send', async () => {
  const { screen } = await showHub({})
  const opener = screen
    .getByRole('dialog')
    .getByRole('link', { name: 'Namaste Ravi, I’m Asha. Can I tell you a little about myself?' })
  await expect.element(opener).toHaveAttribute('href', '/chat/messenger?channel=70')
  await opener.click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(JSON.parse(localStorage.getItem('saathi.chat.draft.70') ?? '')).toMatchObject({ text: /^Namaste Ravi/ })
})

test('[DAY-41] leads to times at which both are free', async () => {
  const { screen } = await showHub({})
  const link = screen.getByRole('dialog').getByRole('link', { name: 'Find a time' })
  await expect.element(link).toHaveAttribute('href', '/mentorship/time?mentorship=40')
})

test('[DAY-41] can be closed for later, and is not shown again on this device even if the server could not record it', async () => {
  answer(markCelebrated, refuse('core.broken', 500))
  const { screen } = await showHub({ mentorship: 41 })
  await screen.getByRole('dialog').getByRole('button', { name: 'I’ll do this later' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(localStorage.getItem('saathi.matched.1.41')).toBe('1')
})

test('leaves out the conversation where there is none', async () => {
  const { screen } = await showHub({ channel: null })
  const shown = screen.getByRole('dialog')
  await expect.element(shown.getByRole('link', { name: 'Find a time' })).toBeVisible()
  expect(shown.getByRole('heading', { name: /^Say hello/ }).elements()).toEqual([])
})
