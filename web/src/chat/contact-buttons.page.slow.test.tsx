import type { Experiences } from '@saathi/contract/accounts/entities'
import { listChannels, openDirectChannel } from '@saathi/contract/chat/calls'
import type { Channel } from '@saathi/contract/chat/entities'
import { getPartnerProfile } from '@saathi/contract/mentorship/calls'
import { previewCall, startCall } from '@saathi/contract/video/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse } from '../../test/harness.tsx'
import { holdConversation } from '../help/help-server.fake.ts'
import { answerHome, personWith, showHome } from '../mentorship/home/server.fake.ts'
import { meera, member, mentorship } from '../mentorship/mentorship.fake.ts'
import { callPreview, videoRoom } from '../video/video.fake.ts'
import { channel, member as chatMember } from './chat.fake.ts'
import { playChat } from './chat-server.fake.ts'

const chatStatus = { mentorshipChat: 'use', aiChat: 'off', helpCenter: 'use' } as const
const enabled: Partial<Experiences> = { curriculum: 'use', chattype: 'use', video: 'use', chatStatus: chatStatus }
const anita = member({ userId: 30, firstName: 'Anita', userFullName: 'Anita Das', part: 'pair_manager', isPairManager: true })
const me = chatMember(1, 'Asha Rao')
const mentorInChat = chatMember(2, 'Meera Iyer')
const anitaInChat = chatMember(30, 'Anita Das', { isPairManager: true })
const pair = (changes: Partial<Channel> = {}) =>
  channel(70, { kind: 'pair', mentorship: 7, channelMembers: [me, mentorInChat, anitaInChat], ...changes })
const withAnita = channel(71, {
  kind: 'direct',
  mentorship: 7,
  channelName: 'Anita Das',
  channelMembers: [me, chatMember(30, 'Anita Das')],
})

beforeEach(async () => {
  holdConversation()
  await page.viewport(390, 844)
})

async function showCard(channels: Channel[], changes: Partial<ReturnType<typeof mentorship>> = {}, flags = enabled) {
  answerHome({ mentorships: [mentorship({ pairManager: anita, ...changes })] })
  playChat([], channels)
  answer(listChannels, { channels })
  return showHome('/mentorship', personWith(flags))
}

describe('the partner card', () => {
  test('links to the channel of the pair', async () => {
    const screen = await showCard([withAnita, pair()])
    const link = screen.getByRole('link', { name: 'Message Meera' })
    await expect.element(link).toHaveAttribute('href', '/chat/messenger?channel=70')
  })

  test('leads to the page before a call to the partner', async () => {
    const { inputs } = answer(startCall, videoRoom())
    answer(previewCall, callPreview({ channel: 70 }))
    const screen = await showCard([pair()])
    await screen.getByRole('button', { name: 'Call Meera' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/video/call/70')
    expect(inputs).toEqual([])
  })

  test('offers messages but no calls in a blackout', async () => {
    const screen = await showCard([pair({ closed: { reason: 'blackout', until: null } })])
    await expect.element(screen.getByRole('link', { name: 'Message Meera' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Call Meera' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('offers no calls without video, and no messages without chat', async () => {
    const screen = await showCard([pair()], {}, { ...enabled, video: 'off' })
    await expect.element(screen.getByRole('link', { name: 'Message Meera' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Call/ }).elements()).toEqual([])
  })

  test('creates the channel with the pair manager on first use', async () => {
    const { inputs } = answer(openDirectChannel, withAnita)
    const screen = await showCard([pair()])
    await screen.getByRole('button', { name: 'Message Anita' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/chat/messenger?channel=71')
    expect(inputs.map(({ body }) => body)).toEqual([{ mentorship: 7, userId: 30 }])
  })

  test('links to the channel with the pair manager afterwards', async () => {
    const screen = await showCard([pair(), withAnita])
    await expect
      .element(screen.getByRole('link', { name: 'Message Anita' }))
      .toHaveAttribute('href', '/chat/messenger?channel=71')
  })

  test('shows a refusal, and the page stays', async () => {
    answer(openDirectChannel, refuse('chat.channel_not_found', 404))
    const screen = await showCard([pair()])
    await screen.getByRole('button', { name: 'Message Anita' }).click()
    await expect.element(screen.getByRole('status').filter({ hasText: /\S/ }).or(screen.getByRole('alert')).first()).toBeVisible()
    expect(screen.pathNow()).toBe('/mentorship')
  })

  test('offers the team instead of the pair manager if chat is not enabled', async () => {
    const screen = await showCard([], {}, { ...enabled, chattype: 'show', video: 'off' })
    await expect.element(screen.getByRole('button', { name: 'Help', exact: false })).toBeVisible()
    await screen.getByRole('button', { name: 'Write to our team' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Help' })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Message/ }).elements()).toEqual([])
  })
})

describe('a group', () => {
  const divya = member({ userId: 4, firstName: 'Divya', userFullName: 'Divya Nair', part: 'mentee' })
  const imran = member({ userId: 5, firstName: 'Imran', userFullName: 'Imran Khan', part: 'mentee' })
  const all = channel(80, { kind: 'group', isGroup: true, mentorship: 7, channelName: 'Asha’s group', channelMembers: [me] })
  const withDivya = channel(81, { kind: 'direct', mentorship: 7, channelMembers: [me, chatMember(4, 'Divya Nair')] })
  const group = { part: 'mentor', partners: [divya, imran], pairManager: null, memberCount: 3 } as const

  test('lets its mentor write to all, and to each mentee alone', async () => {
    const screen = await showCard([all, withDivya], { ...group, partners: [...group.partners] })
    await expect
      .element(screen.getByRole('link', { name: 'Message Asha’s group' }))
      .toHaveAttribute('href', '/chat/messenger?channel=80')
    await screen.getByRole('button', { name: '2 mentees' }).click()
    await expect
      .element(screen.getByRole('link', { name: 'Message Divya' }))
      .toHaveAttribute('href', '/chat/messenger?channel=81')
  })

  test('lets a mentee write to the mentor alone', async () => {
    const withMeera = channel(82, { kind: 'direct', mentorship: 7, channelMembers: [me, mentorInChat] })
    const screen = await showCard([all, withMeera], { pairManager: null, otherMentees: 3 })
    await expect
      .element(screen.getByRole('link', { name: 'Message Meera' }))
      .toHaveAttribute('href', '/chat/messenger?channel=82')
  })

  test('lets its pair manager write to each member alone', async () => {
    const managed = { ...all, channelMembers: [chatMember(1, 'Asha Rao', { isPairManager: true }), chatMember(4, 'Divya Nair')] }
    const { inputs } = answer(openDirectChannel, withDivya)
    const screen = await showCard([managed], { ...group, part: 'pair_manager', partners: [...group.partners] })
    await screen.getByRole('button', { name: 'Message Divya' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/chat/messenger?channel=81')
    expect(inputs.map(({ body }) => body)).toEqual([{ mentorship: 7, userId: 4 }])
  })
})

describe('the page of a person', () => {
  const showPage = async (person: typeof meera, channels: Channel[]) => {
    answer(getPartnerProfile, { ...person, mentorship: 7, joinedAt: '2026-10-01T10:00:00+05:30' })
    playChat([], channels)
    answer(listChannels, { channels })
    return showHome(`/mentorship/partner/${person.userId}?mentorship=7`, personWith(enabled))
  }

  test('offers messages and calls to the partner', async () => {
    const screen = await showPage(meera, [pair()])
    await expect
      .element(screen.getByRole('link', { name: 'Message Meera' }))
      .toHaveAttribute('href', '/chat/messenger?channel=70')
    await expect.element(screen.getByRole('button', { name: 'Call Meera' })).toBeVisible()
  })

  test('offers private messages to the pair manager, and says so', async () => {
    const screen = await showPage(anita, [pair()])
    await expect.element(screen.getByText('What you write to Anita stays between the two of you.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Message Anita' })).toBeVisible()
  })
})
