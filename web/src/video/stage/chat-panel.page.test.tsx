import { getCallStatus, postCallEvent } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ChatSlot } from '#chat/public.ts'
import { answer, show } from '../../../test/harness.tsx'
import { playChat } from '../../chat/chat-server.fake.ts'
import { message } from '../../chat/chat.fake.ts'
import { callStatus, playCall, room } from '../call.fake.ts'
import { withVideo } from '../video.fake.ts'
import { BuiltInStage } from './built-in-stage.tsx'

async function showCall() {
  answer(postCallEvent, { recording: 'waiting' })
  answer(getCallStatus, callStatus())
  const chat = playChat([message(1, { message: 'Read me the first line.' })])
  chat.unread = { 1: { count: 2, isTagged: false } }
  const played = playCall()
  const stage = (
    <>
      <ChatSlot />
      <BuiltInStage call={played.call} room={room()} consent={false} onLeft={() => {}} />
    </>
  )
  const screen = await show(stage, { profile: withVideo() })
  const button = screen.getByRole('navigation', { name: 'Call controls' }).getByRole('button', { name: /Chat$/ })
  return { ...played, screen, button, panel: screen.getByRole('complementary', { name: 'Chat in this call' }) }
}

test('[DAY-26] the conversation opens inside the call, and the call goes on', async () => {
  const { button, panel, commands, screen } = await showCall()
  await expect.element(button.getByText('2 unread messages')).toBeInTheDocument()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await expect.element(panel.getByText('Read me the first line.')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Start a video call' }).elements()).toEqual([])
  const field = panel.getByRole('textbox', { name: 'Message' })
  await field.click()
  await userEvent.keyboard('More vim')
  await expect.element(field).toHaveValue('More vim')
  // Letters that are shortcuts elsewhere in a call.
  expect(commands).toEqual([])
  await panel.getByRole('button', { name: 'Close chat' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await expect.element(screen.getByRole('list', { name: 'People in the call' }).getByText('Ravi Kumar')).toBeVisible()
})

test.each([
  [1280, 800],
  [390, 844],
  [360, 640],
])('[DAY-26] pictures, chat and controls are all in view at %i × %i', async (width, height) => {
  await page.viewport(width, height)
  const { button, panel, screen } = await showCall()
  await button.click()
  const field = panel.getByRole('textbox', { name: 'Message' })
  await expect.element(field).toBeVisible()
  const areas = [
    screen.getByRole('list', { name: 'People in the call' }),
    field,
    screen.getByRole('navigation', { name: 'Call controls' }),
  ]
  for (const area of areas) {
    const { left, right, top, bottom } = area.element().getBoundingClientRect()
    expect([left >= 0, right <= width, top >= 0, bottom <= height]).toEqual([true, true, true, true])
    expect(bottom - top).toBeGreaterThan(40)
  }
})
