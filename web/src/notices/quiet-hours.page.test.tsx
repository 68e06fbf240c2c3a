import { listNoticeChoices, setQuietHours } from '@saathi/contract/notices/calls'
import { expect, test } from 'vitest'
import { answer, makeProfile, refuse, show } from '../../test/harness.tsx'
import { NoticeChoices } from './choices-section.tsx'

async function showHours(hours = { isOn: true, from: '22:00', until: '07:00' }) {
  answer(listNoticeChoices, { choices: [], quietHours: hours })
  const screen = await show(<NoticeChoices />, { profile: makeProfile() })
  const quiet = screen.getByRole('switch', { name: 'Quiet hours' })
  await expect.element(quiet).toBeVisible()
  return { screen, quiet, save: screen.getByRole('button', { name: 'Save these times' }) }
}

test('quiet hours are on from ten to seven by default, and can be changed', async () => {
  const { inputs } = answer(setQuietHours, ({ body }) => body)
  const { screen, quiet, save } = await showHours()
  await expect.element(quiet).toBeChecked()
  await expect.element(screen.getByLabelText('From')).toHaveValue('22:00')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await screen.getByLabelText('Until').fill('06:30')
  await save.click()
  await expect.element(screen.getByText('Your quiet hours are saved.')).toBeInTheDocument()
  expect(inputs).toEqual([{ body: { isOn: true, from: '22:00', until: '06:30' } }])
  await expect.element(screen.getByLabelText('Until')).toHaveValue('06:30')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveFocus()
})

test('switched off, quiet hours keep their times but hide them', async () => {
  const { inputs } = answer(setQuietHours, ({ body }) => body)
  const { screen, quiet } = await showHours()
  await quiet.click()
  await expect.element(quiet).not.toBeChecked()
  await expect.element(screen.getByLabelText('From')).not.toBeInTheDocument()
  expect(inputs).toEqual([{ body: { isOn: false, from: '22:00', until: '07:00' } }])
})

test('two equal times are not sent, and an error is shown', async () => {
  const { inputs } = answer(setQuietHours, ({ body }) => body)
  const { screen, save } = await showHours()
  await screen.getByLabelText('Until').fill('22:00')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please choose two different times.')
  await save.click()
  expect(inputs).toEqual([])
})

test.each([
  ['a refusal', refuse('core.broken', 500)],
  ['no answer', 'network' as const],
])('after %s quiet hours are unchanged, and an error is shown', async (_what, reply) => {
  answer(setQuietHours, reply)
  const { screen, quiet } = await showHours()
  await quiet.click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Your quiet hours could not be saved, so they are as before. Please try again.')
  await expect.element(quiet).toBeChecked()
})
