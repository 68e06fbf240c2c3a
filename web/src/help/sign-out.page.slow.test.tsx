import { sendHelpMessage } from '@saathi/contract/help/calls'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '../../test/harness.tsx'
import { signOutOf } from '../../test/sign-out.ts'
import { holdConversation, openHelp, showHelp } from './help-server.fake.ts'

beforeEach(() => page.viewport(1280, 800))

test('[ACC-31] signing out asks while a message to the team is not sent', async () => {
  holdConversation()
  answer(sendHelpMessage, 'network')
  const { screen, panel, field } = await openHelp()
  await field.fill('My mentor is ill.')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('Not sent.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await signOutOf(screen).stayThenLeave()
})

test('[ACC-31] signing out asks about a draft, even if the panel was not opened again', async () => {
  localStorage.setItem('saathi.help.draft', 'My mentor')
  holdConversation()
  const { screen } = await showHelp()
  await signOutOf(screen).stayThenLeave()
})

test('[ACC-31] signing out does not ask if nothing was written to the team', async () => {
  localStorage.setItem('saathi.help.draft', '  ')
  holdConversation()
  const { screen } = await showHelp()
  await signOutOf(screen).leave()
})
