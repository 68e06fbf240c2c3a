import type { Locator, Page } from '@playwright/test'
import { HERE, press, type Screen, text, type Tour } from './tour.ts'

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const log = (page: Page) => page.getByRole('log')
/** On a phone only one pane is shown at a time. */
const openConversation = (name: RegExp) => async (page: Page) => {
  if (await log(page).isVisible()) return
  await list(page).getByRole('button', { name }).first().click()
}
const lastMessage = (page: Page): Locator => log(page).getByRole('article').last()

const chat: Screen[] = [
  {
    name: 'messages',
    route: '/chat/messenger',
    shown: (page) => list(page).getByRole('button', { name: /Ravi/ }).first(),
    isZoomed: true,
  },
  {
    name: 'messages at their short address',
    route: '/chat',
    shown: (page) => list(page).getByRole('button', { name: /Ravi/ }).first(),
  },
  { name: 'conversation', route: '/chat/messenger', open: openConversation(/Ravi/), shown: lastMessage, isZoomed: true },
  { name: 'emoji', route: '/chat/messenger', at: HERE, open: press('Emoji'), shown: text('Hearts and joy') },
  {
    name: 'GIFs',
    route: '/chat/messenger',
    at: HERE,
    open: press('GIF'),
    shown: (page) => page.getByRole('searchbox', { name: 'Search GIFs' }).or(page.getByLabel('Search GIFs')).first(),
  },
  {
    name: 'search',
    route: '/chat/messenger',
    open: async (page) => {
      await press(/^Search$/)(page)
      await page.getByLabel('Search people, groups and messages').fill('portfolio')
      await page.keyboard.press('Enter')
    },
    shown: (page) => page.getByRole('tab', { name: 'People & Groups' }),
    exempt: 'heading-order',
  },
  { name: 'assistant', route: '/chat/messenger', open: openConversation(/Assistant/), shown: lastMessage },
]

const video: Screen[] = [
  {
    name: 'calls',
    route: '/chat/messenger',
    at: '/chat/messenger?section=video',
    shown: (page) => page.getByRole('main').getByRole('heading').first(),
  },
  {
    name: 'before a call to a stranger',
    route: '/video/call/$channelId',
    at: '/video/call/999999999',
    shown: text('This meeting link does not work'),
  },
  {
    name: 'an unknown call',
    route: '/video/join-meeting/$roomId',
    at: '/video/join-meeting/no-such-room',
    shown: text('This meeting link does not work'),
  },
]

export const chatTours: Tour[] = [
  { title: 'the messenger', as: 'asha', screens: chat },
  { title: 'calls', as: 'asha', screens: video },
  {
    title: 'a group talks',
    as: 'meera',
    screens: [
      {
        name: 'conversation of a group',
        route: '/chat/messenger',
        open: openConversation(/and group/),
        shown: lastMessage,
      },
    ],
  },
  {
    title: 'messages with less data',
    as: 'asha',
    stored: { 'saathi.dataLight': 'on' },
    screens: [
      {
        name: 'less data, GIFs',
        route: '/chat/messenger',
        open: async (page) => {
          await openConversation(/Ravi/)(page)
          await press('GIF')(page)
        },
        shown: (page) => page.getByLabel('Search GIFs').first(),
      },
    ],
  },
]
