import { randomUUID } from 'node:crypto'
import { expect, type Page, request } from '@playwright/test'
import { authenticatorCode } from '../../server/test/authenticator.ts'
import { dialog, HERE, headed, press, type Screen, text, type Tour, type Visit } from './tour.ts'

/** Links an authenticator app with the key on the page, as a person without a camera would. */
export async function linkAuthenticator(page: Page): Promise<void> {
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Then type the six digits it shows').fill(authenticatorCode(key.replaceAll(' ', ''), new Date()))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

/** As a member, in a browser of their own. */
async function asAsha({ url }: Visit) {
  const member = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const signedIn = await member.post('/dev/sign-in/', { data: { email: 'asha@saathi.example' } })
  const headers = { authorization: `Bearer ${(await signedIn.json()).access_token}`, 'idempotency-key': randomUUID() }
  return { member, headers }
}

/** A member writes to the team. */
async function askForHelp(visit: Visit): Promise<string> {
  const { member, headers } = await asAsha(visit)
  const data = { client_id: randomUUID(), body: 'How do I change the time of our call?' }
  expect((await member.post('/api/v2/help-center/messages/', { headers, data })).status()).toBe(200)
  await member.dispose()
  return '/staff/help'
}

/** A member reports the profile of the mentor. */
async function report(visit: Visit): Promise<string> {
  const { member, headers } = await asAsha(visit)
  const facts = await (await member.get('/api/v2/users/next-step/', { headers })).json()
  const thing = { kind: 'profile', id: String(facts.partners[0].user_id) }
  const data = { client_id: randomUUID(), thing, reason: 'rude', text: 'The words below the picture hurt me.' }
  expect((await member.post('/api/v2/safety/reports/', { headers, data })).status()).toBe(200)
  await member.dispose()
  return '/staff/safety'
}

/** Tabs of a programme, and what each shows. */
const parts = [
  ['Cohorts', /^Cohorts/],
  ['Curriculum', 'Curriculum'],
  ['Matching plan', 'Matching plan'],
  ['Team', null],
] as const

const screens: Screen[] = [
  { name: 'the console, linking an app', route: '/staff', shown: headed('Link your authenticator app') },
  { name: 'the console', route: '/staff', at: HERE, open: linkAuthenticator, shown: headed(/^Welcome/), isZoomed: true },
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
  { name: 'the people', route: '/staff/people', shown: (page) => page.getByRole('table'), isZoomed: true },
  { name: 'adding a person', route: '/staff/people', at: HERE, open: press('Add a person'), shown: dialog('Add a person') },
  { name: 'importing people', route: '/staff/people/import', shown: headed('Import people') },
  {
    name: 'the check of an import',
    route: '/staff/people/import/$runId',
    at: '/staff/people/import',
    open: async (page) => {
      // The same file would be the same import, in whatever state an earlier visit has left it.
      const rows = [
        `Zoya Ansari,${randomUUID()}@college.example,98220,mentee,one-to-onne`,
        `Dolma Bhutia,${randomUUID()}@college.example,,mentor,one-to-one`,
      ]
      const buffer = Buffer.from(['Name,E-mail,Phone,Role,Programme', ...rows].join('\n'))
      await page.getByLabel('Choose a file').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer })
    },
    shown: (page) => page.getByRole('table', { name: 'Rows to look at' }),
    isZoomed: true,
  },
  {
    name: 'an import that is done',
    route: '/staff/people/import/$runId',
    at: HERE,
    open: press('Run with 1 row'),
    shown: (page) => page.getByRole('heading', { name: '1 person is in' }),
  },
  {
    name: 'taking an import back',
    route: '/staff/people/import/$runId',
    at: HERE,
    open: press('Take it back'),
    shown: dialog('Take this import back?'),
  },
  {
    name: 'choosing people',
    route: '/staff/people',
    at: '/staff/people?search=asha',
    open: (page) =>
      page
        .getByRole('checkbox', { name: /^Choose Asha/ })
        .first()
        .click(),
    shown: (page) => page.getByRole('region', { name: 'Chosen people' }),
    isZoomed: true,
  },
  {
    name: 'preparing a bulk act',
    route: '/staff/people',
    at: HERE,
    open: async (page) => {
      await page.getByRole('button', { name: 'Act on them' }).click()
      await page.getByRole('menuitem', { name: 'Open or close a feature' }).click()
    },
    shown: dialog('Open or close a feature'),
  },
  {
    name: 'a bulk act before its start',
    route: '/staff/bulk/$actId',
    at: HERE,
    open: async (page) => {
      await page.getByLabel('Feature', { exact: true }).selectOption('Internships')
      await page.getByLabel('Reason', { exact: true }).fill('The internship begins')
      await page.getByRole('button', { name: 'See whom it reaches' }).click()
    },
    shown: (page) => page.getByRole('tabpanel').getByRole('table'),
    isZoomed: true,
  },
  {
    name: 'the bulk acts',
    route: '/staff/bulk',
    at: HERE,
    open: async (page) => {
      await page.getByRole('button', { name: /^Do it for/ }).click()
      await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 30_000 })
      await page.getByRole('link', { name: 'All bulk acts' }).click()
    },
    shown: (page) => page.getByRole('table'),
  },
  {
    name: 'the reason for opening a page',
    route: '/staff/people/$personId',
    at: '/staff/people?search=asha',
    open: (page) => page.getByRole('table').getByRole('link', { name: /Asha/ }).first().click(),
    shown: headed("Open a person's page"),
  },
  {
    name: 'the page of a person',
    route: '/staff/people/$personId',
    at: HERE,
    open: async (page) => {
      await page.getByText('Before a call or visit').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
    },
    shown: headed(/^Asha/),
  },
  {
    name: 'the survey answers of a person',
    route: '/staff/people/$personId/answers',
    at: HERE,
    open: async (page) => {
      await page.getByRole('link', { name: 'Read and correct answers' }).click()
      await page.getByText('Checking their details').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
    },
    shown: headed('Survey answers'),
  },
  { name: 'the pairs', route: '/staff/pairs', shown: (page) => page.getByRole('table') },
  {
    name: 'starting a mentorship',
    route: '/staff/pairs',
    at: HERE,
    open: press('Start a mentorship'),
    shown: dialog('Start a mentorship'),
  },
  { name: 'a broadcast', route: '/staff/pairs', open: press('Write to all pairs'), shown: dialog(/^Write to all pairs/) },
  {
    name: 'the recordings',
    route: '/staff/pairs',
    at: '/staff/pairs?tab=recordings',
    shown: text('Every recorded call has its summary'),
  },
  {
    name: 'the page of a pair',
    route: '/staff/pairs/$mentorshipId',
    at: '/staff/pairs?search=asha',
    open: async (page) => {
      await page.getByRole('table').getByRole('link', { name: /Asha/ }).first().click()
      await page.getByText('Before a call or visit').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
    },
    shown: headed(/Asha$/),
  },
  {
    name: 'pausing a conversation',
    route: '/staff/pairs/$mentorshipId',
    at: HERE,
    open: (page) => page.getByRole('button', { name: 'Pause', exact: true }).first().click(),
    shown: dialog('Pause this conversation?'),
  },
  {
    name: 'reminding a pair',
    route: '/staff/pairs/$mentorshipId',
    at: HERE,
    open: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remind' }).click()
    },
    shown: dialog('Remind'),
  },
  {
    name: 'answering a request',
    route: '/staff/pairs/$mentorshipId',
    at: '/staff/pairs?search=divya',
    open: async (page) => {
      await page.getByRole('table').getByRole('link', { name: /Divya/ }).first().click()
      await page.getByText('Before a call or visit').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
      await page.getByRole('button', { name: /^Answer Divya/ }).click()
    },
    shown: dialog('Answer Divya'),
  },
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
  { name: 'the help inbox', route: '/staff/help', shown: (page) => page.getByRole('tabpanel') },
  {
    name: 'a conversation',
    route: '/staff/help/$caseId',
    at: askForHelp,
    open: (page) => page.getByRole('table').getByRole('link').first().click(),
    shown: (page) => page.getByRole('button', { name: 'Close this conversation' }),
  },
  {
    name: 'the mail about what waits',
    route: '/staff/help/$caseId',
    at: HERE,
    open: async (page) => {
      await page
        .getByRole('button', { name: /Account/ })
        .locator('visible=true')
        .click()
      await page.getByRole('menuitem', { name: 'Mail about what waits' }).click()
    },
    shown: dialog('Mail about what waits'),
  },
  {
    name: 'the safety desk',
    route: '/staff/safety',
    at: report,
    shown: (page) => page.getByRole('heading', { name: 'Normal: 24 hours' }),
    isZoomed: true,
  },
  {
    name: 'held messages',
    route: '/staff/safety/held',
    shown: (page) => page.getByRole('heading', { name: 'Nothing waits' }),
  },
  {
    name: 'the contact filter',
    route: '/staff/safety/filter',
    shown: (page) => page.getByRole('heading', { name: 'Rules of this programme' }),
    isZoomed: true,
  },
  {
    name: 'a rule of the contact filter',
    route: '/staff/safety/filter',
    at: HERE,
    open: press('Add a rule'),
    shown: dialog('Add a rule'),
  },
  {
    name: 'a case',
    route: '/staff/safety/$caseId',
    at: '/staff/safety',
    open: async (page) => {
      await page.getByRole('link', { name: 'Rude or hurtful words' }).first().click()
      const take = page.getByRole('button', { name: 'Take it', exact: true })
      await expect(take.or(page.getByRole('button', { name: 'Send the answer' })).first()).toBeVisible()
      if (await take.isVisible()) await take.click()
    },
    shown: (page) => page.getByRole('button', { name: 'Send the answer' }).first(),
    isZoomed: true,
  },
  {
    name: 'a warning',
    route: '/staff/safety/$caseId',
    at: HERE,
    open: press('Warn'),
    shown: dialog('Warn'),
  },
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

export const staffTours: readonly Tour[] = [{ title: 'the console', as: 'staff', screens }]
