import { randomUUID } from 'node:crypto'
import { expect, request } from '@playwright/test'
import { dialog, HERE, press, type Screen, type Tour, type Visit } from './tour.ts'

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

const cases: Screen[] = [
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
]

export const caseTours: readonly Tour[] = [{ title: 'help and safety', as: 'staff', withSecondFactor: true, screens: cases }]
