import { translateMessage } from '@saathi/contract/chat/translation'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

async function openMenu(canTranslate: boolean) {
  const played = playChat([message(1, { message: 'नमस्ते' })])
  played.canTranslate = canTranslate
  const opened = await openRavi()
  opened.log
    .getByText('नमस्ते')
    .element()
    .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await expect.element(opened.screen.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  return opened
}

test('[DAY-19] a message is translated under its words, and the translation can be hidden', async () => {
  const asked = answer(translateMessage, { translation: 'Hello' })
  const { screen, log } = await openMenu(true)
  await screen.getByRole('button', { name: 'Translate' }).click()
  await expect.element(log.getByText('Hello', { exact: true })).toBeVisible()
  expect(asked.inputs).toMatchObject([{ params: { id: 1 } }])
  await log.getByRole('button', { name: 'Hide translation' }).click()
  await expect.element(log.getByText('Hello', { exact: true })).not.toBeInTheDocument()
})

test('[DAY-19] without an endpoint nothing is offered', async () => {
  const { screen } = await openMenu(false)
  expect(screen.getByRole('button', { name: 'Translate' }).elements()).toEqual([])
})
