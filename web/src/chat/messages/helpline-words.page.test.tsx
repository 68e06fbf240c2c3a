import { getRatingStatus } from '@saathi/contract/chat/calls'
import { helplineLines } from '@saathi/contract/help/entities'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer } from '../../../test/harness.tsx'
import { asha, bot, channel, message } from '../chat.fake.ts'
import { playChat, showMessenger } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(390, 844))

const assistant = channel(5, { kind: 'assistant', channelName: 'AI Assistant', channelMembers: [asha, bot], mentorship: null })
const helplines = [
  { number: '14416', name: 'Tele-MANAS', text: 'Someone listens, day and night' },
  { number: '112', name: 'Emergency', text: 'Police and ambulance' },
]
const text = `Please talk to a person now.\n\n${helplineLines(helplines)}\n\nWe notify our team.`
const danger = (id: number) => message(id, { channel_id: 5, user_id: 50, message: text, helplines })

async function openAssistant(messages = [danger(2)]) {
  answer(getRatingStatus, { isRatingDue: false, since: null })
  const played = playChat([message(1, { channel_id: 5, message: 'I am not well', user_id: 1 }), ...messages], [assistant])
  const screen = await showMessenger('/chat/messenger?channel=5')
  const log = screen.getByRole('region', { name: 'AI Assistant' }).getByRole('log')
  await expect.element(log).toBeVisible()
  return { played, log, call: (number: string) => log.getByRole('link', { name: new RegExp(`^Call ${number} `) }) }
}

test('[AIA-03] helplines in the history are tel: links, large enough for a thumb, each shown once', async () => {
  const { log, call } = await openAssistant()
  for (const { number, name } of helplines) {
    await expect.element(call(number)).toHaveAttribute('href', `tel:${number}`)
    await expect.element(call(number).getByText(name)).toBeVisible()
    expect(call(number).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64)
  }
  expect(log.getByText('Tele-MANAS').elements()).toHaveLength(1)
  await expect.element(log.getByText('Please talk to a person now.')).toBeVisible()
  await expect.element(log.getByText('We notify our team.')).toBeVisible()
})

test('an answer that arrives while the chat is open has them, too, and they stay when the connection is lost', async () => {
  const { played, call } = await openAssistant([])
  played.add(danger(3))
  await expect.element(call('14416')).toBeVisible()
  played.cut()
  goOffline()
  onTestFinished(goOnline)
  await expect.element(call('14416')).toHaveAttribute('href', 'tel:14416')
})

test('a number in a plain message is text', async () => {
  const { log } = await openAssistant([message(2, { channel_id: 5, user_id: 50, message: 'tel:14416 and 112' })])
  await expect.element(log.getByText('tel:14416 and 112')).toBeVisible()
  expect(log.getByRole('link').elements()).toEqual([])
})

test('the whole text is shown if it does not contain the lines of the list', async () => {
  const { log, call } = await openAssistant([message(2, { channel_id: 5, user_id: 50, message: 'Call 112 now.', helplines })])
  await expect.element(log.getByText('Call 112 now.')).toBeVisible()
  await expect.element(call('112')).toBeVisible()
})
