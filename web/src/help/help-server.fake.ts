import type { Profile } from '@saathi/contract/accounts/entities'
import { getHelpCentre, listHelpMessages, readHelpMessages, sendHelpMessage } from '@saathi/contract/help/calls'
import type { Helpline, HelpMessage } from '@saathi/contract/help/entities'
import { expect } from 'vitest'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'
import { helpMessage } from './help.fake.ts'

export const identity = { userId: 1, hash: 'ab12', role: 'Mentee' } as const

type ServerState = { pageSize?: number; readUpTo?: number; helplines?: Helpline[] }

/** A fake server with one conversation, paged by `pageSize`. */
export function holdConversation(
  messages: HelpMessage[] = [],
  { pageSize = 50, readUpTo = 0, helplines = [] }: ServerState = {},
) {
  let read = readUpTo
  const unread = () => messages.filter(({ id, isFromStaff }) => isFromStaff && id > read).length
  answer(getHelpCentre, () => ({ kind: 'built_in' as const, scriptUrl: null, identity, unread: unread() }))
  const listing = answer(listHelpMessages, ({ query: { before } }) => {
    const earlier = messages.filter(({ id }) => before === undefined || id < before)
    return { messages: earlier.slice(-pageSize), hasEarlier: earlier.length > pageSize, helplines }
  })
  const sending = answer(sendHelpMessage, ({ body: { clientId, body } }) => {
    const known = messages.find((message) => message.clientId === clientId)
    const message = known ?? helpMessage((messages.at(-1)?.id ?? 0) + 1, { clientId, body })
    if (!known) messages.push(message)
    return { ...message, helplines }
  })
  const reading = answer(readHelpMessages, ({ body: { upTo } }) => {
    read = Math.max(read, upTo)
    return { unread: unread() }
  })
  return { messages, listing, sending, reading, add: (message: HelpMessage) => messages.push(message) }
}

export function withHelp(helpCenter: Profile['status']['experiences']['chatStatus']['helpCenter']): Profile {
  const profile = makeProfile()
  const { experiences } = profile.status
  const chatStatus = { ...experiences.chatStatus, helpCenter }
  return { ...profile, status: { ...profile.status, experiences: { ...experiences, chatStatus } } }
}

export async function showHelp(path = '/moreinfo') {
  const screen = await showApp({ path, profile: withHelp('use') })
  const button = screen.getByRole('complementary', { name: 'Help' }).getByRole('button', { name: /^Help/ })
  await expect.element(button).toBeVisible()
  return { screen, button }
}

export async function openHelp() {
  const { screen, button } = await showHelp()
  await button.click()
  const panel = screen.getByRole('dialog', { name: 'Help' })
  await expect.element(panel).toBeVisible()
  return { screen, button, panel, field: panel.getByRole('textbox', { name: 'Your message' }) }
}

export async function liveSocket(): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  const socket = FakeSocket.instances.at(-1)
  if (!socket) throw new Error('No line was opened.')
  socket.open()
  return socket
}
