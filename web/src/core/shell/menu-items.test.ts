import type { Experiences } from '@saathi/contract/accounts/entities'
import { expect, test } from 'vitest'
import { menuItems } from './menu-items.ts'

const nothing: Experiences = {
  curriculum: 'off',
  session: 'off',
  video: 'off',
  survey: 'off',
  internship: 'off',
  chattype: 'off',
  chatStatus: { mentorshipChat: 'off', aiChat: 'off', helpCenter: 'off' },
}

test('with every flag off the menu is empty', () => {
  expect(menuItems(nothing)).toEqual([])
})

test.each([
  ['session', 'learning'],
  ['curriculum', 'mentorship'],
  ['survey', 'survey'],
  ['internship', 'internship'],
] as const)('flag %s at use or show adds the item %s', (flag, name) => {
  expect(menuItems({ ...nothing, [flag]: 'use' })).toEqual([name])
  expect(menuItems({ ...nothing, [flag]: 'show' })).toEqual([name])
})

test.each([
  { chattype: 'use', mentorshipChat: 'use', aiChat: 'off', isSeen: true },
  { chattype: 'show', mentorshipChat: 'use', aiChat: 'off', isSeen: true },
  { chattype: 'use', mentorshipChat: 'off', aiChat: 'use', isSeen: true },
  { chattype: 'show', mentorshipChat: 'show', aiChat: 'use', isSeen: true },
  { chattype: 'use', mentorshipChat: 'show', aiChat: 'show', isSeen: false },
  { chattype: 'use', mentorshipChat: 'off', aiChat: 'off', isSeen: false },
  { chattype: 'off', mentorshipChat: 'use', aiChat: 'use', isSeen: false },
] as const)('chat needs its flag and one enabled chat: $chattype, $mentorshipChat, $aiChat', (row) => {
  const { chattype, mentorshipChat, aiChat, isSeen } = row
  const items = menuItems({ ...nothing, chattype, chatStatus: { mentorshipChat, aiChat, helpCenter: 'use' } })
  expect(items).toEqual(isSeen ? ['chat'] : [])
})

test('video and the help centre have no menu item', () => {
  const chatStatus = { ...nothing.chatStatus, helpCenter: 'use' } as const
  expect(menuItems({ ...nothing, video: 'use', chatStatus })).toEqual([])
})

test('all items are in menu order', () => {
  const everything: Experiences = {
    curriculum: 'use',
    session: 'use',
    video: 'use',
    survey: 'show',
    internship: 'show',
    chattype: 'use',
    chatStatus: { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'use' },
  }
  expect(menuItems(everything)).toEqual(['learning', 'mentorship', 'survey', 'chat', 'internship'])
})
