import { getCallStatus, getRoom, previewCall, startCall } from '@saathi/contract/video/calls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { playChat } from '../../chat/chat-server.fake.ts'
import { callStatus } from '../call.fake.ts'
import { readStoredCall } from '../stored-call.ts'
import { callPreview, roomId, videoRoom, withVideo } from '../video.fake.ts'

async function showPreview(overrides: Parameters<typeof callPreview>[0] = {}) {
  playChat()
  answer(previewCall, callPreview(overrides))
  answer(getRoom, videoRoom({ consent: false }))
  answer(getCallStatus, callStatus())
  const { inputs } = answer(startCall, videoRoom({ consent: false }))
  const screen = await showApp({ path: '/video/call/1', profile: withVideo() })
  return { screen, inputs }
}

test('[DAY-20] the call waits for the answer about recording, which goes with it', async () => {
  const { screen, inputs } = await showPreview()
  const call = screen.getByRole('button', { name: 'Call Ravi', exact: true })
  await expect.element(screen.getByRole('heading', { name: 'Call Ravi?' })).toHaveFocus()
  await expect.element(call).toHaveAttribute('aria-disabled', 'true')
  await expect.element(call).toHaveAccessibleDescription('Please answer the question about recording first.')
  for (const name of ['No', 'Yes'])
    await expect.element(screen.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'false')
  await screen.getByRole('button', { name: 'No', exact: true }).click()
  await call.click()
  await expect.poll(() => screen.pathNow()).toBe(`/video/join-meeting/${roomId}`)
  expect(inputs.map(({ body }) => body)).toEqual([{ channel: 1, consent: false }])
  expect(screen.getByRole('heading', { name: 'May we record this call?' }).elements()).toEqual([])
})

test('[DAY-20] Cancel leads back to the conversation, and nothing has rung', async () => {
  const { screen, inputs } = await showPreview()
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/chat/messenger?channel=1')
  expect(inputs).toEqual([])
})

test('[DAY-20] late in the evening a message is suggested first', async () => {
  const { screen } = await showPreview({ isLate: true })
  await expect.element(screen.getByRole('heading', { name: 'Call Ravi now?' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Send a message instead' }))
    .toHaveAttribute('href', '/chat/messenger?channel=1')
  await expect.element(screen.getByRole('button', { name: 'Call anyway' })).toBeVisible()
})

test('[DAY-20] a call that is going on is joined instead', async () => {
  const { screen, inputs } = await showPreview({ room: roomId })
  await expect.poll(() => screen.pathNow()).toBe(`/video/join-meeting/${roomId}`)
  expect(inputs).toEqual([])
})

test('[DAY-20] a pause that has just begun is explained', async () => {
  const { screen } = await showPreview()
  answer(startCall, refuse('video.closed', 403))
  await screen.getByRole('button', { name: 'Yes', exact: true }).click()
  await screen.getByRole('button', { name: 'Call Ravi', exact: true }).click()
  await expect.element(screen.getByRole('alert').getByText('Calls are not possible in this chat at the moment')).toBeVisible()
})

test('[DAY-20] a person who calls before their devices have opened joins with both on', async () => {
  const opening = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise(() => {}))
  onTestFinished(() => opening.mockRestore())
  const { screen } = await showPreview()
  await screen.getByRole('button', { name: 'No', exact: true }).click()
  await screen.getByRole('button', { name: 'Call Ravi', exact: true }).click()
  await expect.poll(() => screen.pathNow()).toBe(`/video/join-meeting/${roomId}`)
  expect(readStoredCall(roomId, Date.now())).toMatchObject({ consent: false, microphone: true, camera: true })
})
