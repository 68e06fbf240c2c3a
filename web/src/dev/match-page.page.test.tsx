import { expect, test } from 'vitest'
import { showApp } from '../../test/harness.tsx'
import { answerDev } from './dev.fake.ts'

const projects = { body: { projects: [{ id: 1, key: 'one-to-one', name: 'Saathi one to one' }] } }
const outcome = {
  proposal_count: 1,
  proposals: [{ mentor: 'Joseph Toppo', mentee: 'Sneha Kumari', score: 92 }],
  left_over_count: 1,
  left_over: [{ name: 'Tenzin Bhutia', reason: 'nobody_fits', criterion: 'languages' }],
  needs_review: false,
}

test('one click runs the matching and shows the result', async () => {
  const sent = answerDev({ '/dev/match.json': projects, '/dev/match/': { body: outcome } })
  const screen = await showApp({ path: '/dev/matching' })
  await screen.getByRole('button', { name: 'Look for matches now' }).click()
  await expect.element(screen.getByText('1 new match was found and offered.')).toBeVisible()
  await expect.element(screen.getByText('Sneha Kumari and Joseph Toppo, 92 of 100')).toBeVisible()
  await expect.element(screen.getByText('Tenzin Bhutia: nobody fits languages')).toBeVisible()
  expect(sent).toEqual([{ project: 'one-to-one' }])
})

test('says so if the team must review the matches first', async () => {
  answerDev({ '/dev/match.json': projects, '/dev/match/': { body: { ...outcome, needs_review: true } } })
  const screen = await showApp({ path: '/dev/matching' })
  await screen.getByRole('button', { name: 'Look for matches now' }).click()
  await expect.element(screen.getByText('1 new match was found. The team has to let it out.')).toBeVisible()
})

test('shows an error if the call fails', async () => {
  const refusal = { error: { code: 'core.not_found', message: 'Gone.' } }
  answerDev({ '/dev/match.json': projects, '/dev/match/': { status: 404, body: refusal } })
  const screen = await showApp({ path: '/dev/matching' })
  await screen.getByRole('button', { name: 'Look for matches now' }).click()
  await expect.element(screen.getByText('This did not work')).toBeVisible()
})

test('there is no button without a project that matches people', async () => {
  answerDev({ '/dev/match.json': { body: { projects: [] } } })
  const screen = await showApp({ path: '/dev/matching' })
  await expect.element(screen.getByText('No programme brings people together.', { exact: false })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Look for matches now' })).not.toBeInTheDocument()
})
