import { chooseNotices, listNoticeChoices } from '@saathi/contract/notices/calls'
import type { NoticeChoice } from '@saathi/contract/notices/entities'
import { expect, test } from 'vitest'
import { answer, makeProfile, refuse, show } from '../../test/harness.tsx'
import { NoticeChoices } from './choices-section.tsx'

const security: NoticeChoice = { kind: 'security', inApp: true, email: true, push: true, isFixed: true }
const account: NoticeChoice = { kind: 'account', inApp: true, email: true, push: true, isFixed: false }
const quietHours = { isOn: true, from: '22:00', until: '07:00' }

async function showChoices(choices = [security, account]) {
  answer(listNoticeChoices, { choices, quietHours })
  const screen = await show(<NoticeChoices />, { profile: makeProfile() })
  const mail = screen.getByRole('switch', { name: 'Your account: By e-mail' })
  await expect.element(mail).toBeVisible()
  return { screen, mail, inApp: screen.getByRole('switch', { name: 'Your account: In Saathi' }) }
}

test('[PLT-02] each kind has a switch for Saathi, for devices and for e-mail, in the state sent by the server', async () => {
  const { screen, mail, inApp } = await showChoices([security, { ...account, email: false, push: false }])
  await expect.element(mail).not.toBeChecked()
  await expect.element(inApp).toBeChecked()
  await expect.element(screen.getByRole('switch', { name: 'Your account: On your devices' })).not.toBeChecked()
  for (const kind of ['Your account', 'Your safety']) {
    expect(screen.getByRole('group', { name: kind }).getByRole('switch').elements()).toHaveLength(3)
  }
})

test('security notices are always on, with a reason', async () => {
  const { screen } = await showChoices()
  const fixed = screen.getByRole('switch', { name: 'Your safety: By e-mail' })
  await expect.element(fixed).toBeChecked()
  await expect.element(fixed).toHaveAttribute('aria-disabled', 'true')
  await expect.element(fixed).toHaveAccessibleDescription('Always on, so nobody can change your account without you knowing.')
  await fixed.click({ force: true })
  await expect.element(fixed).toBeChecked()
})

test('a switch moves before the server has replied, and all settings are sent', async () => {
  const { inputs } = answer(chooseNotices, 'hang')
  const { mail } = await showChoices()
  await mail.click()
  await expect.element(mail).not.toBeChecked()
  expect(inputs).toEqual([{ body: { kind: 'account', inApp: true, email: false, push: true } }])
})

test('two switches of one kind, changed at once, are both saved', async () => {
  const { inputs } = answer(chooseNotices, ({ body }) => ({ ...body, isFixed: false }))
  const { mail, inApp } = await showChoices()
  await mail.click()
  await inApp.click()
  await expect.poll(() => inputs.length).toBe(2)
  expect(inputs.at(-1)).toEqual({ body: { kind: 'account', inApp: false, email: false, push: true } })
  await expect.element(mail).not.toBeChecked()
  await expect.element(inApp).not.toBeChecked()
})

test.each([
  ['a refusal', refuse('core.broken', 500)],
  ['a kind that must stay on', refuse('notices.cannot_be_switched_off', 409)],
  ['no answer', 'network' as const],
])('after %s the switch moves back with an error, which the next change clears', async (_name, reply) => {
  answer(chooseNotices, reply)
  const { screen, mail, inApp } = await showChoices()
  await mail.click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This could not be saved, so Your account is as before. Please try again.')
  await expect.element(mail).toBeChecked()
  await expect.element(inApp).toBeChecked()
  answer(chooseNotices, ({ body }) => ({ ...body, isFixed: false }))
  await mail.click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(mail).not.toBeChecked()
})

test('a skeleton is shown while loading', async () => {
  answer(listNoticeChoices, 'hang')
  const screen = await show(<NoticeChoices />, { profile: makeProfile() })
  await expect.element(screen.getByRole('status').getByText('Loading your choices')).toBeInTheDocument()
})

test.each([
  [0, 'We could not reach Saathi. Check your connection and try again.'],
  [403, 'This part of Saathi is not open to you.'],
  [404, 'We could not find that. It may have been removed.'],
  [500, 'Something went wrong on our side. Please try again in a little while.'],
])('[NAV-11] choices that cannot be loaded (%i) show an error and can be retried', async (status, words) => {
  const code = ({ 403: 'core.forbidden', 404: 'core.not_found' } as const)[status] ?? 'core.broken'
  answer(listNoticeChoices, status === 0 ? 'network' : refuse(code, status))
  const screen = await show(<NoticeChoices />, { profile: makeProfile() })
  await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible()
  answer(listNoticeChoices, { choices: [account], quietHours })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('switch', { name: 'Your account: By e-mail' })).toBeChecked()
})
