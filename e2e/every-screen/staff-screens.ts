import { expect, type Page } from '@playwright/test'
import { authenticatorCode } from '../../server/test/authenticator.ts'
import { caseTours } from './staff-case-screens.ts'
import { peopleTours } from './staff-people-screens.ts'
import { dialog, HERE, headed, press, type Screen, type Tour } from './tour.ts'

/** Links an authenticator app with the key on the page, as a person without a camera would. */
export async function linkAuthenticator(page: Page): Promise<void> {
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Then type the six digits it shows').fill(authenticatorCode(key.replaceAll(' ', ''), new Date()))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

/** Tabs of a programme, and what each shows. */
const parts = [
  ['Cohorts', /^Cohorts/],
  ['Curriculum', 'Curriculum'],
  ['Matching plan', 'Matching plan'],
  ['Team', null],
] as const

const entrance: Screen[] = [
  { name: 'the console, linking an app', route: '/staff', shown: headed('Link your authenticator app') },
  { name: 'the console', route: '/staff', at: HERE, open: linkAuthenticator, shown: headed(/^Welcome/), isZoomed: true },
]

const today: Screen[] = [
  {
    name: 'today',
    route: '/staff/today',
    at: '/staff/today?view=team',
    shown: (page) => page.getByRole('button', { name: /^More for/ }).first(),
    isZoomed: true,
  },
  {
    name: 'a row of today',
    route: '/staff/today',
    at: HERE,
    open: (page) =>
      page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click(),
    shown: (page) => page.getByText(/^Leaves the list/),
  },
  {
    name: 'putting a row off',
    route: '/staff/today',
    at: HERE,
    // Not the tab with the same word and a number.
    open: (page) => page.getByRole('button', { name: 'Put off', exact: true }).click(),
    shown: dialog(/^Put off/),
  },
  {
    name: 'noting a contact',
    route: '/staff/today',
    at: '/staff/today?view=team',
    open: (page) =>
      page
        .getByRole('button', { name: /^Talk to/ })
        .first()
        .click(),
    shown: dialog('Note a contact'),
  },
  {
    name: 'planning contacts',
    route: '/staff/today',
    at: '/staff/today?view=team',
    open: (page) => page.getByRole('button', { name: /^Plan (all|it)/ }).click(),
    shown: dialog('Plan the next contact'),
  },
  { name: 'the rules of the list', route: '/staff/today/rules', shown: (page) => page.getByRole('table') },
  {
    name: 'changing a rule',
    route: '/staff/today/rules',
    at: HERE,
    open: press('Change: No first meeting'),
    shown: dialog('No first meeting'),
  },
  { name: 'what goes out tomorrow', route: '/staff/today/tomorrow', shown: headed('Goes out by itself') },
  {
    name: 'the reminder plans',
    route: '/staff/today/nudges',
    shown: (page) => page.getByRole('article', { name: 'First meeting' }),
  },
  {
    name: 'changing a reminder plan',
    route: '/staff/today/nudges',
    at: HERE,
    open: press('Change: First meeting'),
    shown: dialog('First meeting'),
  },
  {
    name: 'the search',
    route: '/staff',
    at: '/staff',
    open: async (page) => {
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search people, pairs and cases' }).fill('asha')
    },
    shown: (page) => page.getByRole('option').first(),
  },
]

const content: Screen[] = [
  { name: 'what authors write', route: '/staff/content', shown: (page) => page.getByRole('table') },
  { name: 'starting a session', route: '/staff/content', at: HERE, open: press('New session'), shown: dialog('New session') },
  {
    name: 'writing a session',
    route: '/staff/content/session/$sessionKey',
    at: '/staff/content/session/speak-up',
    shown: (page) => page.getByRole('heading', { name: 'Why rooms feel loud' }),
  },
  {
    name: 'translating a session',
    route: '/staff/content/session/$sessionKey',
    at: '/staff/content/session/speak-up?tab=translate',
    shown: (page) => page.getByRole('list').getByText('Up to date').first(),
  },
  {
    name: 'figures of a session',
    route: '/staff/content/session/$sessionKey',
    at: '/staff/content/session/speak-up?tab=figures',
    shown: (page) => page.getByRole('table').first(),
  },
  {
    name: 'writing a quiz',
    route: '/staff/content/session/$sessionKey',
    at: '/staff/content/session/speak-up?tab=quiz&step=three-openings',
    shown: (page) => page.getByRole('heading', { name: /^Question 1 of/ }),
  },
  {
    name: 'the settings of a session',
    route: '/staff/content/session/$sessionKey',
    at: '/staff/content/session/speak-up?tab=settings',
    shown: (page) => page.getByRole('combobox', { name: 'Cover picture' }),
  },
  {
    name: 'the versions of a session',
    route: '/staff/content/session/$sessionKey',
    at: '/staff/content/session/speak-up?tab=versions',
    shown: (page) => page.getByText('Nothing differs'),
  },
  {
    name: 'writing a survey',
    route: '/staff/content/$kind/$contentKey',
    at: '/staff/content/survey/about-you-and-your-goals',
    shown: (page) => page.getByRole('combobox', { name: 'Used in matching as' }).first(),
  },
  {
    name: 'writing the questions and answers',
    route: '/staff/content/$kind/$contentKey',
    at: '/staff/content/faq/faq',
    shown: (page) => page.getByRole('textbox', { name: 'Topic' }).first(),
  },
  {
    name: 'writing a legal text',
    route: '/staff/content/$kind/$contentKey',
    at: '/staff/content/legal/privacy-policy',
    shown: (page) => page.getByRole('textbox', { name: 'Words (Markdown)' }),
  },
]

const matching: Screen[] = [
  {
    name: 'a trial run of matching',
    route: '/staff/matching',
    at: '/staff/matching?programme=one-to-one',
    open: press('Start a trial run'),
    shown: (page) => page.getByRole('heading', { name: 'Proposals' }),
  },
  {
    name: 'matching by hand',
    route: '/staff/matching',
    at: HERE,
    open: press('Match by hand'),
    shown: dialog('Match by hand'),
  },
  { name: 'the pool', route: '/staff/matching', at: '/staff/matching?tab=pool', shown: (page) => page.getByRole('table') },
  {
    name: 'the offers',
    route: '/staff/matching',
    at: '/staff/matching?tab=offers',
    shown: (page) => page.getByRole('button', { name: /^Withdraw/ }).first(),
  },
  {
    name: 'the groups',
    route: '/staff/matching',
    at: '/staff/matching?tab=groups',
    shown: (page) => page.getByRole('tabpanel').getByRole('heading').first(),
  },
  {
    name: 'mentor approval',
    route: '/staff/screening',
    at: '/staff/screening?approved=1',
    shown: (page) => page.getByRole('tabpanel').getByRole('listitem').first(),
  },
  {
    name: 'the required checks',
    route: '/staff/screening',
    at: HERE,
    open: press('Required checks'),
    shown: dialog('Required checks'),
  },
]

const programmes: Screen[] = [
  {
    name: 'the programmes',
    route: '/staff/programmes',
    shown: (page) => page.getByRole('table'),
    isZoomed: true,
  },
  {
    name: 'a new programme',
    route: '/staff/programmes',
    at: HERE,
    open: press('New programme'),
    shown: dialog('New programme'),
  },
  {
    name: 'a programme',
    route: '/staff/programmes/$programmeId',
    at: '/staff/programmes',
    open: (page) => page.getByRole('table').getByRole('link').first().click(),
    shown: (page) => page.getByRole('heading', { name: 'Institution codes' }),
    isZoomed: true,
  },
  ...parts.map(([part, heading]): Screen => ({
    name: `a programme, ${part}`,
    route: '/staff/programmes/$programmeId',
    at: HERE,
    open: (page) => page.getByRole('tab', { name: part }).click(),
    shown: (page) => page.getByRole(heading === null ? 'table' : 'heading', heading === null ? {} : { name: heading }),
  })),
]

const settings: Screen[] = [
  { name: 'the record of acts', route: '/staff/audit', shown: (page) => page.getByRole('table') },
  {
    name: 'the settings',
    route: '/staff/settings',
    shown: (page) => page.getByRole('heading', { name: 'Quiet hours of chat' }),
    isZoomed: true,
  },
  { name: 'errors in browsers', route: '/staff/errors', shown: headed('Errors in browsers') },
  { name: 'the team', route: '/staff/team', shown: (page) => page.getByRole('table') },
  {
    name: 'giving a right',
    route: '/staff/team',
    at: HERE,
    open: press('Give a right'),
    shown: dialog(/^Give .* a right$/),
  },
]

const staff = { as: 'staff', withSecondFactor: true }

export const staffTours: readonly Tour[] = [
  // The other tours are by another administrator, whose app stays unlinked.
  { title: 'entering the console', as: 'farida.khan', screens: entrance },
  { ...staff, title: "today's work", screens: today },
  { ...staff, title: 'the content', screens: content },
  ...peopleTours,
  { ...staff, title: 'the matching', screens: matching },
  { ...staff, title: 'the programmes', screens: programmes },
  ...caseTours,
  { ...staff, title: 'the settings', screens: settings },
]
