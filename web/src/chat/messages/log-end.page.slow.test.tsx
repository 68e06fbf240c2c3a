import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

const forty = () => Array.from({ length: 40 }, (_, at) => message(at + 1))
const boxOf = (element: Element) => element.getBoundingClientRect()

describe.each([
  [390, 844],
  [1280, 800],
])('[DAY-10] at %i x %i', (width, height) => {
  async function openAtEnd() {
    await page.viewport(width, height)
    const played = playChat(forty())
    const opened = await openRavi()
    const last = opened.log.getByText('Message 40', { exact: true })
    /** The newest message is completely above the composer, and the composer is on the screen. */
    const expectEndInSight = async () => {
      const send = opened.room.getByRole('button', { name: /^(Send|Record a voice note)$/ })
      await expect.poll(() => boxOf(last.element()).bottom - boxOf(opened.log.element()).bottom).toBeLessThan(0)
      await expect.poll(() => boxOf(opened.log.element()).bottom - boxOf(send.element()).top).toBeLessThanOrEqual(0)
      expect(boxOf(send.element()).bottom).toBeLessThanOrEqual(innerHeight)
    }
    await expectEndInSight()
    return { played, ...opened, last, expectEndInSight }
  }

  test('the newest message stays in sight with an attachment, a picker, a banner and the keyboard', async () => {
    const { played, room, expectEndInSight } = await openAtEnd()
    const file = new File(['a'], 'notes.txt', { type: 'text/plain' })
    await room.getByLabelText('Choose a file').upload(file)
    await expect.element(room.getByText('Files sent cannot be deleted. Verify before sending')).toBeVisible()
    await expectEndInSight()
    await room.getByRole('button', { name: 'Emoji' }).click()
    await expect.element(room.getByRole('region', { name: 'Emoji' })).toBeVisible()
    await expectEndInSight()
    await room.getByRole('button', { name: 'Emoji' }).click()
    played.cut()
    await expect.element(room.getByText('Cannot connect to socket'), { timeout: 8_000 }).toBeVisible()
    await expectEndInSight()
    await page.viewport(width, height - 300)
    await expectEndInSight()
  })

  test('a message that is scrolled out of sight is not marked as read until the reader comes to it', async () => {
    const { played, log } = await openAtEnd()
    const box = log.element()
    const scrolled = new Promise((resolve) => box.addEventListener('scroll', resolve, { once: true }))
    box.scrollTop -= 300
    await scrolled
    await expect.poll(() => log.getByText('Message 40', { exact: true }).elements()).toHaveLength(1)
    played.unread = { 1: { count: 1, isTagged: false } }
    played.add(message(41))
    await expect.poll(() => played.commands('unread_message').length).toBeGreaterThan(1)
    expect(played.commands('message_seen').filter(({ message_id }) => message_id === 41)).toEqual([])
    box.scrollTop = box.scrollHeight
    await expect.poll(() => played.commands('message_seen').at(-1)?.message_id).toBe(41)
  })
})

test('[DAY-10] with two banners the composer stays on the screen', async () => {
  await page.viewport(1280, 800)
  const played = playChat(forty())
  const { room } = await openRavi()
  played.cut()
  for (const socket of FakeSocket.instances) socket.close()
  window.dispatchEvent(new Event('offline'))
  await expect.element(room.getByText('Cannot connect to socket'), { timeout: 8_000 }).toBeVisible()
  const { bottom } = boxOf(room.getByRole('button', { name: /^(Send|Record a voice note)$/ }).element())
  expect(bottom).toBeLessThanOrEqual(800)
  expect(document.documentElement.scrollHeight).toBe(800)
})
