import type { BrowserContext, Locator, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { authHeaders } from './learner.ts'
import { calendarOf, dayIn, dayOf, edit, formOf, openDay, plan } from './planner.ts'
import { expectAxeClean } from './screen.ts'
import { expect, collectBrowserErrors, openAs, test } from './world.ts'

/** Resolves once the browser has really navigated back. */
const goBack = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true })
        history.back()
      }),
  )

type CalendarEvent = { title: string; series_date: string; videos: { sessionUuid?: string; session_uuid?: string }[] }

/** The server's events whose title matches, by day. */
async function readEvents(context: BrowserContext, url: string, words: RegExp): Promise<CalendarEvent[]> {
  const headers = await authHeaders(context, url)
  const mine = await (await context.request.get(`${url}/api/v2/mentorships/`, { headers })).json()
  const { id } = mine.mentorships.find((each: { is_active: boolean }) => each.is_active)
  const list = await (await context.request.get(`${url}/api/v1/mentorships/${id}/calendar-events/`, { headers })).json()
  return list.events.filter(({ title }: CalendarEvent) => words.test(title))
}

test('[CAL-01] the calendar opens over the home, can be used by keyboard, and closes with the back button', async ({
  page,
  context,
  world,
}) => {
  await signInAs(context, world.url, 'asha')
  const browserErrors = collectBrowserErrors(page)
  await page.goto('/mentorship')
  await page.getByRole('link', { name: 'Open the calendar' }).click()
  const calendar = calendarOf(page)
  await expect(calendar).toBeVisible()
  await expect(page).toHaveURL(/\/mentorship\?calendar=$/)
  await expectAxeClean(page)

  const month = calendar.getByRole('grid')
  await expect(month.getByRole('button', { name: /./ }).and(page.locator('[aria-current=date]'))).toBeFocused()
  const before = await month.getAttribute('aria-labelledby')
  const title = page.locator(`[id="${before}"]`)
  const shown = await title.textContent()
  await page.keyboard.press('PageDown')
  await expect(title).not.toHaveText(shown ?? '')
  await page.keyboard.press('PageUp')
  await expect(title).toHaveText(shown ?? '')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/calendar=\d{4}-\d\d-\d\d$/)
  await expect(month.locator('[aria-selected=true] button')).toBeFocused()

  await page.reload()
  await expect(calendarOf(page)).toBeVisible()
  await page.goBack()
  await expect(calendarOf(page)).toBeHidden()
  await expect(page).toHaveURL(/\/mentorship$/)
  await expect(page.getByRole('link', { name: 'Ravi Kulkarni' }).first()).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('@smoke [CAL-02] an event is planned, survives a reload, is visible to the partner, and can be changed and deleted', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  await signInAs(context, world.url, 'asha')
  const browserErrors = collectBrowserErrors(page)
  const title = `Portfolio review, ${project.name}`
  const date = dayIn(33)
  await openDay(page, date)
  await calendarOf(page).getByRole('button', { name: 'Add event' }).click()
  await formOf(page, 'Add event').getByRole('button', { name: 'Save event' }).click()
  await expect(formOf(page, 'Add event').getByText('This field is required').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(formOf(page, 'Add event')).toBeHidden()

  await plan(page, { title, date, repeat: 'NONE' })
  await page.reload()
  await expect(dayOf(page).getByRole('article', { name: title }).getByRole('link', { name: 'Meeting Link' })).toHaveAttribute(
    'href',
    /^\/video\/join-meeting\/[0-9a-f-]{36}\?section=video$/,
  )
  const ravi = await openAs(browser, world.url, 'ravi')
  await openDay(ravi, date)
  await expect(dayOf(ravi).getByRole('article', { name: title })).toBeVisible()

  const form = formOf(page, 'Edit event')
  const changed = `CV review, ${project.name}`
  await dayOf(page)
    .getByRole('button', { name: `Edit event: ${title}` })
    .click()
  await form.getByLabel('Title').fill(changed)
  await form.getByRole('button', { name: 'Save event' }).click()
  // Without a reload of Ravi's page.
  await expect(dayOf(ravi).getByRole('article', { name: changed })).toBeVisible()

  await dayOf(page)
    .getByRole('button', { name: `Edit event: ${changed}` })
    .click()
  await form.getByRole('button', { name: 'DELETE' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this event?' })
  await question.getByRole('button', { name: 'DELETE' }).click()
  for (const shown of [page, ravi]) await expect(dayOf(shown).getByRole('article', { name: changed })).toBeHidden()
  await ravi.context().close()
  expect(browserErrors).toEqual([])
})

test('[CAL-02] the back button closes only the form, and asks before discarding changes', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/mentorship')
  await page.getByRole('link', { name: 'Add event' }).click()
  const form = formOf(page, 'Add event')
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(calendarOf(page)).toBeVisible()

  await calendarOf(page).getByRole('button', { name: 'Add event' }).click()
  await form.getByLabel('Title').fill('Half written')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('Half written')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(form).toBeHidden()
  await expect(calendarOf(page)).toBeVisible()
  await page.goBack()
  await expect(calendarOf(page)).toBeHidden()
})

test('[CAL-02] pressing back twice at the leave question asks once and keeps the history intact', async ({
  page,
  context,
  world,
}) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/learninghub')
  await page.goto('/mentorship')
  await page.getByRole('link', { name: 'Open the calendar' }).click()
  await calendarOf(page).getByRole('button', { name: 'Add event' }).click()
  const form = formOf(page, 'Add event')
  await form.getByLabel('Title').fill('Half written')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await goBack(page)
  await expect(question).toBeVisible()
  await goBack(page)
  await expect(page).toHaveURL(/\/mentorship\?calendar=$/)
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(form).toBeHidden()
  await expect(calendarOf(page)).toBeVisible()
  await expect(page).toHaveURL(/\/mentorship\?calendar=$/)
  await page.goBack()
  await expect(calendarOf(page)).toBeHidden()
  await expect(page).toHaveURL(/\/mentorship$/)
})

test('[CAL-02] pressing back while an event is being saved changes nothing', async ({ page, context, world }, { project }) => {
  await signInAs(context, world.url, 'asha')
  const title = `Saved all the same, ${project.name}`
  let release: () => void = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/calendar-events/', async (route) => {
    if (route.request().method() === 'POST') await blocked
    await route.continue()
  })
  await page.goto('/mentorship')
  await page.getByRole('link', { name: 'Open the calendar' }).click()
  const planned = plan(page, { title, date: dayIn(0), repeat: 'NONE' })
  await expect(formOf(page, 'Add event').getByRole('button', { name: 'Saving...' })).toBeVisible()
  await goBack(page)
  await expect(page).toHaveURL(/\/mentorship\?calendar=$/)
  release()
  await planned
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()
  await expect(page).toHaveURL(/\/mentorship\?calendar=$/)
  await page.goBack()
  await expect(calendarOf(page)).toBeHidden()
  await expect(page).toHaveURL(/\/mentorship$/)
})

test('[CAL-02] a form opened by a link does not reopen after a reload', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/mentorship')
  await page.getByRole('link', { name: 'Add event' }).click()
  const form = formOf(page, 'Add event')
  await form.getByRole('button', { name: 'CANCEL' }).click()
  await expect(form).toBeHidden()
  await page.reload()
  await expect(calendarOf(page).getByRole('grid')).toBeVisible()
  await expect(form).toBeHidden()
})

test('[CAL-04] a series can be changed for one event, for this and following, and for all', async ({ page, context, world }, {
  project,
}) => {
  await signInAs(context, world.url, 'asha')
  const name = (words: string) => `${words}, ${project.name}`
  const days = [40, 47, 54, 61].map(dayIn)
  const [first = '', second = '', third = '', last = ''] = days
  await openDay(page, first)
  await plan(page, { title: name('Weekly walk'), date: first, repeat: 'WEEKLY', until: last })
  await expect(dayOf(page).getByText(/^Weekly, until /)).toBeVisible()

  async function rename(day: string, to: string, scope: string) {
    const form = await edit(page, day, name('Weekly walk'))
    await form.getByLabel('Title').fill(name(to))
    await form.getByRole('button', { name: 'Save event' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit recurring event' })
    await dialog.getByText(scope, { exact: true }).click()
    await expectAxeClean(page)
    await dialog.getByRole('button', { name: 'Save event' }).click()
    await expect(form).toBeHidden()
    await expect(dayOf(page).getByRole('article', { name: name(to) })).toBeVisible()
  }
  const words = new RegExp(`(Weekly walk|Only this|From here|All of them), ${project.name}$`)
  const titles = async () => (await readEvents(context, world.url, words)).map(({ title }) => title.replace(/,.*/, ''))

  await rename(second, 'Only this', 'This event')
  expect(await titles()).toEqual(['Weekly walk', 'Only this', 'Weekly walk', 'Weekly walk'])
  await rename(third, 'From here', 'This and following')
  expect(await titles()).toEqual(['Weekly walk', 'Only this', 'From here', 'From here'])
  await rename(first, 'All of them', 'All events')
  expect(await titles()).toEqual(['All of them', 'Only this', 'From here', 'From here'])

  const links = (await readEvents(context, world.url, words)).map(({ videos }) => JSON.stringify(videos))
  expect(new Set(links).size).toBe(4)
})

test('@once [CAL-04] when two people edit an event at once, the second sees the changes of the first', async ({
  browser,
  world,
}) => {
  const [asha, ravi] = [await openAs(browser, world.url, 'asha'), await openAs(browser, world.url, 'ravi')]
  const date = dayIn(35)
  await openDay(asha, date)
  await plan(asha, { title: 'Mock interview', date, repeat: 'NONE' })
  const hers = await edit(asha, date, 'Mock interview')
  const his = await edit(ravi, date, 'Mock interview')
  await hers.getByLabel('Title').fill('Mock interview with a friend')
  await his.getByLabel('Description').fill('Bring your CV.')
  await his.getByRole('button', { name: 'Save event' }).click()
  await expect(his).toBeHidden()

  const note = hers.getByRole('alert').filter({ hasText: 'Someone changed this event in the meantime.' })
  await expect(note).toBeVisible()
  await expect(note.getByText('Bring your CV.')).toBeVisible()
  await expectAxeClean(asha)
  await note.getByRole('button', { name: 'Keep mine' }).click()
  await hers.getByRole('button', { name: 'Save event' }).click()
  await expect(hers).toBeHidden()
  const both = dayOf(ravi).getByRole('article', { name: 'Mock interview with a friend' })
  await expect(both.getByText('Bring your CV.')).toBeVisible()
  await asha.context().close()
  await ravi.context().close()
})

test('@once [CAL-01] an event shows the local time next to India time', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.url, timezoneId: 'Europe/London', locale: 'en-IN' })
  await signInAs(context, world.url, 'asha')
  const page = await context.newPage()
  const date = dayIn(36)
  await openDay(page, date)
  await plan(page, { title: 'Call from London', date, repeat: 'NONE' })
  const card = dayOf(page).getByRole('article', { name: 'Call from London' })
  await expect(card.getByText(/^7:30\spm$/)).toBeVisible()
  await expect(card.getByText('India time')).toBeVisible()
  await expect(card.getByText(/^[23]:00\spm (Greenwich Mean|British Summer) Time$/)).toBeVisible()
  await context.close()
})

/** A dialog clips overflow, so the page itself never grows. */
const expectNothingClipped = async (dialog: Locator) =>
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)

test('@once the calendar and its form clip nothing at 360 px', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await openDay(page, dayIn(0))
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNothingClipped(calendarOf(page))
  await calendarOf(page).getByRole('button', { name: 'Add event' }).click()
  await expect(formOf(page, 'Add event')).toBeVisible()
  await expectNothingClipped(formOf(page, 'Add event'))
})
