import type { APIRequestContext, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { calendarOf, dayIn, dayOf, formOf, openDay, plan } from './planner.ts'
import { expectAxeClean } from './screen.ts'
import { expect, collectBrowserErrors, openAs, test } from './world.ts'

/** The person in each browser project; both are in the same mentorship. */
const people: Record<string, string> = { phone: 'arjun', desktop: 'kavya' }

const TITLE = 'Design circle'

const stripOf = (page: Page) => calendarOf(page).getByRole('region', { name: 'Sync with your own calendar' })

type ProviderCalendar = { provider: string; email: string; events: { title?: string; summary?: string }[] }

async function eventsAtProvider(request: APIRequestContext, email: string): Promise<string[]> {
  const { calendars }: { calendars: ProviderCalendar[] } = await (await request.get('/dev/calendars.json')).json()
  return calendars.filter((each) => each.email === email).flatMap(({ events }) => events.map((event) => JSON.stringify(event)))
}

test('[CAL-05] a person connects a calendar at the provider, finds the events there and disconnects it again', async ({
  page,
  context,
  world,
}, { project }) => {
  const name = people[project.name] ?? 'kavya'
  const email = `${name}.${project.name}@google.example`
  await signInAs(context, world.url, name)
  const browserErrors = collectBrowserErrors(page)
  await openDay(page, dayIn(1))
  await stripOf(page).getByRole('link', { name: 'Connect Google' }).click()
  await expect(page).toHaveURL(/\/dev\/calendars\/google\/auth/)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page).toHaveURL(/\/mentorship$/)
  await expect(page.getByText(`Google is connected as ${email}.`)).toBeVisible()
  await expect
    .poll(() => eventsAtProvider(context.request, email), { timeout: 40_000 })
    .toContainEqual(expect.stringContaining(TITLE))

  await openDay(page, dayIn(1))
  const strip = stripOf(page)
  await expect(strip.getByText(`Connected as ${email}.`)).toBeVisible()
  for (const other of ['Outlook', 'Yahoo', 'Apple']) {
    await expect(strip.getByRole('button', { name: `Connect ${other}` })).toHaveAttribute('aria-disabled', 'true')
  }
  await expectAxeClean(page)
  await strip.getByRole('button', { name: 'Google is connected. Disconnect it' }).click()
  await page
    .getByRole('dialog', { name: 'Disconnect Google?' })
    .getByRole('button', { name: /Disconnect/ })
    .click()
  await expect(strip.getByRole('link', { name: 'Connect Google' })).toBeVisible()
  await expect.poll(() => eventsAtProvider(context.request, email), { timeout: 40_000 }).toEqual([])
  expect(browserErrors).toEqual([])
})

test('[CAL-05] a person who cancels at the provider, or returns without having started, lands on the hub', async ({
  page,
  context,
  world,
}, { project }) => {
  await signInAs(context, world.url, people[project.name] ?? 'kavya')
  await page.goto('/calendar/connect/outlook')
  await page
    .getByRole('button', { name: 'Cancel' })
    .or(page.getByRole('link', { name: 'Cancel' }))
    .click()
  await expect(page).toHaveURL(/\/learninghub$/)
  await page.goto('/calendar/callback?code=stolen&state=google.not-begun-here')
  await expect(page).toHaveURL(/\/learninghub$/)
})

test('[CAL-06] a calendar app can read the private address until it is ended', async ({ page, context, world, request }, {
  project,
}) => {
  await signInAs(context, world.url, people[project.name] ?? 'kavya')
  await openDay(page, dayIn(1))
  await stripOf(page).getByRole('button', { name: 'Calendar link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calendar link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  // A server on a random port does not know its own origin, so compare only the path.
  const { pathname: address } = new URL(await dialog.getByLabel('Your secret link').inputValue())
  const feed = await request.get(address)
  expect(feed.headers()['content-type']).toMatch(/^text\/calendar/)
  expect(await feed.text()).toContain(`SUMMARY:${TITLE}`)
  await dialog.getByRole('button', { name: 'Turn off link' }).click()
  await page.getByRole('dialog', { name: 'Turn off this link?' }).getByRole('button', { name: 'Turn off link' }).click()
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)
})

test('@once [CAL-07] a pair manager plans an event for the people she looks after, and the mentor sees it', async ({
  page,
  context,
  world,
  browser,
}) => {
  await signInAs(context, world.url, 'anita')
  const day = dayIn(20)
  await openDay(page, day)
  await plan(page, { title: 'How are you all?', date: day, repeat: 'NONE' })
  const mentor = await openAs(browser, world.url, 'meera')
  const seen = await openDay(mentor, day)
  await expect(seen.getByRole('article', { name: 'How are you all?' })).toBeVisible()
  await seen.getByRole('button', { name: 'Edit event: How are you all?' }).click()
  await formOf(mentor, 'Edit event').getByRole('button', { name: 'DELETE' }).click()
  await mentor
    .getByRole('dialog', { name: /Delete/ })
    .getByRole('button', { name: 'DELETE' })
    .click()
  await expect(dayOf(page).getByRole('article')).toHaveCount(0)
  await mentor.context().close()
})
