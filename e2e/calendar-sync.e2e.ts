import type { Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { type PrivateServer, removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { RADICALE_PERSON, type Radicale, startRadicale } from '../server/test/calendar-providers/radicale.ts'
import { calendarOf, dayIn, dayOf, edit, openDay, plan } from './planner.ts'
import { expect, test as base } from './world.ts'

type Parts = { radicale: Radicale; start: (options: Parameters<typeof startPrivateServer>[0]) => Promise<PrivateServer> }

/** Both are stopped afterwards, even if the test fails. */
const test = base.extend<Parts>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
  radicale: async ({}, use) => {
    const radicale = await startRadicale()
    await use(radicale)
    await radicale.stop()
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
  start: async ({}, use) => {
    const started: PrivateServer[] = []
    await use(async (options) => {
      const server = await startPrivateServer(options)
      started.push(server)
      return server
    })
    await started.at(-1)?.stop()
    for (const { dataDir } of started.slice(0, 1)) removeDataDir(dataDir)
  },
})

const NAME = 'Walk and talk'

/** The days (in India) and titles of this test's events, as a calendar app would read them. */
async function readRadicaleEvents(radicale: Radicale): Promise<string[]> {
  const whole = (await radicale.read('own')).replace(/\r?\n[ \t]/g, '')
  const events = whole.split('BEGIN:VEVENT').slice(1)
  const line = (event: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(event)?.[1] ?? ''
  const dayOfEvent = (event: string) => {
    const [, y, mo, d, h, mi] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(line(event, 'DTSTART')) ?? []
    const india = new Date(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:00Z`) + 5.5 * 3_600_000)
    return india.toISOString().slice(0, 16)
  }
  return events
    .map((event) => `${dayOfEvent(event)} ${line(event, 'SUMMARY')}`)
    .filter((event) => event.includes(NAME))
    .toSorted()
}

async function connectApple(page: Page) {
  await calendarOf(page).getByRole('button', { name: 'Connect Apple' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Apple' })
  await dialog.getByLabel('E-mail address of your Apple account').fill(RADICALE_PERSON.email)
  await dialog.getByLabel('App-specific password').fill(RADICALE_PERSON.password)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(calendarOf(page).getByText(`Connected as ${RADICALE_PERSON.email}`)).toBeVisible()
}

async function rename(page: Page, day: string, { from, to, scope }: { from: string; to: string; scope: string }) {
  const form = await edit(page, day, from)
  await form.getByLabel('Title').fill(to)
  await form.getByRole('button', { name: 'Save event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit recurring event' })
  await dialog.getByText(scope, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save event' }).click()
  await expect(form).toBeHidden()
  await expect(dayOf(page).getByRole('article', { name: to })).toBeVisible()
}

test('@once [CAL-06] a series edited here is right in the person’s own calendar, even after an outage there and a server kill', async ({
  browser,
  radicale,
  start,
}) => {
  await radicale.makeCalendar('own', ['VEVENT'])
  const env = { CALENDAR_APPLE_CALDAV_URL: radicale.url }
  const first = await start({ env })
  const context = await browser.newContext({ baseURL: first.url })
  await signInAs(context, first.url, 'asha')
  const page = await context.newPage()
  const [one = '', two = '', three = '', four = ''] = [40, 47, 54, 61].map(dayIn)

  await openDay(page, one)
  await connectApple(page)
  await plan(page, { title: NAME, date: one, repeat: 'WEEKLY', until: four })
  const planned = [one, two, three, four].map((day) => `${day}T19:30 ${NAME}`)
  await expect.poll(() => readRadicaleEvents(radicale), { timeout: 40_000 }).toEqual(planned)

  await radicale.goDown()
  await rename(page, two, { from: NAME, to: `${NAME}, outside`, scope: 'This event' })
  await rename(page, three, { from: NAME, to: `${NAME}, by the lake`, scope: 'This and following' })
  await expect(calendarOf(page).getByText(/Apple does not answer at the moment/)).toBeVisible()
  await first.kill()
  await radicale.comeBack()
  await start({ dataDir: first.dataDir, port: Number(new URL(first.url).port), env })

  const changed = [
    `${one}T19:30 ${NAME}`,
    `${two}T19:30 ${NAME}\\, outside`,
    `${three}T19:30 ${NAME}\\, by the lake`,
    `${four}T19:30 ${NAME}\\, by the lake`,
  ]
  await expect.poll(() => readRadicaleEvents(radicale), { timeout: 90_000 }).toEqual(changed)
  await openDay(page, one)
  await expect(calendarOf(page).getByText(`Connected as ${RADICALE_PERSON.email}`)).toBeVisible()

  // Disconnecting removes all events from the calendar.
  await calendarOf(page).getByRole('button', { name: /Apple/ }).click()
  await page
    .getByRole('dialog', { name: /Disconnect/ })
    .getByRole('button', { name: /Disconnect/ })
    .click()
  await expect.poll(() => radicale.read('own'), { timeout: 40_000 }).not.toContain('BEGIN:VEVENT')

  await context.close()
})
