import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answerCalendar, showCalendar, wide } from '../calendar-server.fake.ts'

beforeEach(wide)

async function openApple() {
  answerCalendar()
  const { screen, calendar } = await showCalendar()
  await calendar.getByRole('button', { name: 'Connect Apple' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect Apple' })
  await expect.element(dialog).toBeVisible()
  const ask = screen.getByRole('dialog', { name: 'Leave without saving?' })
  return { dialog, ask, password: dialog.getByLabelText('App-specific password') }
}

const pressOutside = () => userEvent.click(document.body, { position: { x: 4, y: 4 }, force: true })

test('a click outside requires a confirmation before the password is discarded', async () => {
  const { dialog, ask, password } = await openApple()
  await password.fill('abcd-efgh-ijkl-mnop')
  await pressOutside()
  await ask.getByRole('button', { name: 'Keep writing' }).click()
  await expect.element(ask).not.toBeInTheDocument()
  await expect.element(password).toHaveValue('abcd-efgh-ijkl-mnop')
  await pressOutside()
  await ask.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('without a password no confirmation is needed', async () => {
  const { dialog, ask } = await openApple()
  await pressOutside()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(ask.elements()).toEqual([])
})

test('the form has an email field', async () => {
  const { dialog } = await openApple()
  await expect.element(dialog.getByRole('textbox', { name: 'E-mail address of your Apple account' })).toBeVisible()
})
