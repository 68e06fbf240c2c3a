import { expect, test } from 'vitest'
import { showApp } from '../../test/harness.tsx'
import { answerDev } from './dev.fake.ts'

const row = { what: 'queue', kind: 'message', is_urgent: true, promised: 1, measured: 0.06 }

test('[SAF-14] one click plays the drill and shows what was measured next to each promise', async () => {
  const half = { ...row, what: 'half', promised: 1_800, measured: 1_802 }
  const sent = answerDev({ '/dev/safety-drill/': { body: { measured: [row, half] } } })
  const screen = await showApp({ path: '/dev/safety-drill' })
  await screen.getByRole('button', { name: 'Play the drill' }).click()
  await expect.element(screen.getByText('Every promise was kept.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'In the queue message 1 s 0.06 s' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Next person notified message 30 min 30 min 2 s' })).toBeVisible()
  expect(sent).toEqual([{}])
})

test('[SAF-14] a promise that was not kept is marked', async () => {
  answerDev({ '/dev/safety-drill/': { body: { measured: [{ ...row, measured: 2.5 }] } } })
  const screen = await showApp({ path: '/dev/safety-drill' })
  await screen.getByRole('button', { name: 'Play the drill' }).click()
  await expect.element(screen.getByText('Not every promise was kept.')).toBeVisible()
})

test('shows an error if the drill cannot be played', async () => {
  const refusal = { error: { code: 'core.not_found', message: 'Gone.' } }
  answerDev({ '/dev/safety-drill/': { status: 404, body: refusal } })
  const screen = await showApp({ path: '/dev/safety-drill' })
  await screen.getByRole('button', { name: 'Play the drill' }).click()
  await expect.element(screen.getByText('This did not work')).toBeVisible()
})
