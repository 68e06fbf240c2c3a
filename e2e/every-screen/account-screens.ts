import type { Page } from '@playwright/test'
import { accountButton } from '../world.ts'
import { dialog, headed, HERE, press, type Screen, text, type Tour } from './tour.ts'

const bar = (page: Page) => page.getByRole('banner')
const openBell = (page: Page) =>
  bar(page)
    .getByRole('button', { name: /^Notices/ })
    .click()

const profile: Screen[] = [
  {
    name: 'profile',
    route: '/profile',
    shown: (page) => page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem').first(),
    isZoomed: true,
  },
  {
    name: 'profile, the part of a picture',
    route: '/profile',
    open: async (page) => {
      const buffer = await page.screenshot()
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    },
    shown: dialog('Choose the part to show'),
    isZoomed: true,
  },
  { name: 'my reports', route: '/my-reports', shown: headed('My reports'), isZoomed: true },
  { name: 'profile, delete?', route: '/profile', open: press('Delete my account'), shown: dialog('Delete your account?') },
  { name: 'profile, everywhere?', route: '/profile', open: press('Sign out everywhere'), shown: dialog('Sign out everywhere?') },
  {
    name: 'profile, unsaved',
    route: '/profile',
    open: (page) => page.getByLabel('A few words about you').fill('Not saved yet'),
    shown: text('You have changes that are not saved yet.'),
  },
  {
    name: 'profile, leave?',
    route: '/profile',
    at: HERE,
    open: (page) => page.getByRole('link', { name: 'Saathi, home' }).click(),
    shown: dialog('Leave without saving?'),
  },
]

const shell: Screen[] = [
  { name: 'notices', route: '/moreinfo', open: openBell, shown: dialog('Notices'), isZoomed: true },
  {
    name: 'account menu',
    route: '/moreinfo',
    open: (page) => accountButton(page, 'Asha').click(),
    shown: (page) => page.getByRole('menuitem', { name: 'Sign out' }),
    keyboard: 'ArrowDown',
  },
  {
    name: 'language menu',
    route: '/moreinfo',
    open: (page) => bar(page).getByRole('button', { name: /^en, / }).click(),
    shown: (page) => page.locator('[role=menuitemradio][lang=ta]'),
    keyboard: 'ArrowDown',
  },
  {
    name: 'help',
    route: '/moreinfo',
    open: (page) => page.getByRole('complementary', { name: 'Help' }).getByRole('button', { name: /^Help/ }).click(),
    shown: dialog('Help'),
    isZoomed: true,
  },
]

const more: Screen[] = [
  { name: 'more', route: '/moreinfo', shown: (page) => page.getByRole('region', { name: 'About Saathi' }) },
  {
    name: 'questions and answers, one open',
    route: '/moreinfo/faq',
    open: (page) => page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('button').first().click(),
    shown: (page) => page.getByRole('main').getByRole('button', { expanded: true }).first(),
    isZoomed: true,
  },
  { name: 'privacy policy', route: '/moreinfo/privacyPolicy', shown: headed('Privacy Policy') },
  { name: 'terms of service', route: '/moreinfo/termsOfService', shown: headed('Terms of Service') },
  { name: 'code of conduct', route: '/moreinfo/codeofconduct', shown: headed('Code of Conduct') },
  { name: 'work-readiness', route: '/moreinfo/wrs', shown: (page) => page.getByRole('table'), isZoomed: true },
]

const feed: Screen[] = [
  { name: 'feed', keyboard: 'none', route: '/feed', shown: (page) => page.getByRole('article').first(), isZoomed: true },
  {
    name: 'feed, filter',
    keyboard: 'none',
    route: '/feed',
    open: async (page) => {
      const filter = page.getByRole('button', { name: 'Filter', exact: true })
      if ((await filter.getAttribute('aria-expanded')) !== 'true') await filter.click()
    },
    shown: (page) => page.getByRole('button', { name: 'Apply' }),
  },
  {
    name: 'feed, filtered',
    keyboard: 'none',
    route: '/feed',
    at: '/feed?tags=money',
    shown: (page) => page.getByRole('list', { name: 'Filters applied' }),
  },
  { name: 'feed, a whole post', route: '/feed', open: press(/^Read more: /), shown: (page) => page.getByRole('dialog') },
]

const surveys: Screen[] = [
  {
    name: 'surveys',
    route: '/surveylisting',
    shown: (page) => page.getByRole('region', { name: 'Pending' }).getByRole('article').first(),
  },
  { name: 'completed surveys', route: '/surveylisting/completedsurveys', shown: (page) => page.getByRole('article').first() },
  { name: 'pending surveys', route: '/surveylisting/pendingsurveys', shown: (page) => page.getByRole('article').first() },
  { name: 'survey', route: '/survey', at: HERE, open: press('Begin: Half way'), shown: headed('Half way') },
  { name: 'stage', route: '/stage', at: HERE, open: press(/^Begin$/), shown: headed('The way so far'), isZoomed: true },
  { name: 'stage with faults', route: '/stage', at: HERE, open: press(/^(Continue|Submit)$/), shown: text('Field is mandatory') },
]

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

export const accountTours: Tour[] = [
  { title: 'the profile', as: 'asha', screens: profile },
  { title: 'the bar and the help', as: 'asha', screens: shell },
  { title: 'more', as: 'asha', screens: more },
  { title: 'the feed', as: 'asha', screens: feed },
  { title: 'surveys', as: 'several-surveys', screens: surveys },
  {
    title: 'work-readiness without scores',
    as: 'nisha',
    screens: [
      {
        name: 'work-readiness, empty',
        route: '/moreinfo/wrs',
        shown: (page) => page.getByRole('link', { name: 'See your surveys' }),
      },
      { name: 'survey of someone new', route: '/survey', shown: (page) => page.getByRole('button', { name: 'Begin' }) },
    ],
  },
  {
    title: 'installing by hand',
    as: 'asha',
    window: { userAgent: IPHONE },
    screens: [
      {
        name: 'install',
        route: '/moreinfo',
        open: async (page) => {
          await accountButton(page, 'Asha').click()
          await page.getByRole('menuitem', { name: 'Install Saathi' }).click()
        },
        shown: dialog('Install Saathi'),
      },
    ],
  },
  {
    title: 'without a network',
    as: 'asha',
    screens: [
      {
        name: 'offline',
        route: '/learninghub',
        open: async (page) => {
          await page.getByRole('article').first().waitFor()
          await page.context().setOffline(true)
        },
        shown: text(/You are offline/),
      },
    ],
  },
]
