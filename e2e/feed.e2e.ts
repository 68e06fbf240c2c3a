import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { expectAxeClean } from './screen.ts'
import { expect, collectBrowserErrors, test } from './world.ts'

/** A different reader for each browser project, so that their likes do not interfere. */
const readers: Record<string, string> = { phone: 'sunil', desktop: 'asha' }
const readerOf = (project: string) => readers[project] ?? 'asha'

const POST = 'Five people you already know'
const DAYS = 3

const posts = (page: Page) => page.getByRole('article')
const article = (page: Page, name: string) => page.getByRole('article', { name })
const like = (page: Page) => article(page, POST).getByRole('button', { name: /^[\d,]+ likes?: / })
const wordsOf = (page: Page) => posts(page).evaluateAll((articles) => articles.map((article) => article.textContent))

async function expectLike(page: Page, count: number, isLiked: boolean) {
  await expect(like(page)).toHaveAttribute('aria-pressed', String(isLiked))
  await expect(like(page)).toHaveAccessibleName(new RegExp(`^${count} like`))
}

/** A sheet on a phone, a panel that is always visible on a desktop. */
async function openFilter(page: Page): Promise<Locator> {
  const panel = page.getByRole('region', { name: 'Filter' }).or(page.getByRole('dialog', { name: 'Filter' }))
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeVisible()
  return panel
}

/** Moves the clock back. Posts published since then appear when the clock is reset. */
async function withClockSetBack(
  request: APIRequestContext,
  url: string,
  work: (resetClock: () => Promise<void>) => Promise<void>,
) {
  const headers = { origin: url }
  const resetClock = async () => void (await request.delete(`${url}/dev/clock/`, { headers }))
  await request.post(`${url}/dev/clock/`, { data: { advance_seconds: -DAYS * 86_400 }, headers })
  try {
    await work(resetClock)
  } finally {
    await resetClock()
  }
}

test('[FED-01] scrolling through the feed never repeats a post, even when new posts arrive', async ({
  page,
  context,
  request,
  world,
}, { project }) => {
  const browserErrors = collectBrowserErrors(page)
  await withClockSetBack(request, world.url, async (resetClock) => {
    await signInAs(context, world.url, readerOf(project.name))
    await page.goto('/feed')
    await expect(posts(page).first()).toBeVisible()
    await expect(article(page, POST)).toHaveCount(0)
    await expectAxeClean(page)
    const scrollTo = async (count: number) =>
      expect(async () => {
        await page.mouse.wheel(0, 4_000)
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        expect(await posts(page).count()).toBeGreaterThanOrEqual(count)
      }).toPass()
    await scrollTo(20)
    await resetClock()
    await scrollTo(30)
    const seen = await wordsOf(page)
    expect(new Set(seen).size).toBe(seen.length)
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(page.getByText('You have seen everything.')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    const all = await wordsOf(page)
    expect(new Set(all).size).toBe(all.length)
  })
  await page.reload()
  await expect(article(page, POST)).toBeVisible()
  // The clock change expires a token, which the browser reports before it is renewed.
  expect(browserErrors.filter((browserError) => !browserError.includes('401'))).toEqual([])
})

test('[FED-02] a person filters by type and tag, reloads, and removes the filter', async ({ page, context, world }, {
  project,
}) => {
  await signInAs(context, world.url, readerOf(project.name))
  await page.goto('/feed')
  await expect(posts(page).first()).toBeVisible()
  const filter = await openFilter(page)
  await expectAxeClean(page)
  await filter.getByRole('checkbox', { name: 'Post' }).uncheck()
  await filter.getByRole('checkbox', { name: 'Money' }).check()
  await filter.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/feed\?event=quote&tags=money$/)
  const applied = page.getByRole('list', { name: 'Filters applied' })
  await expect(applied.getByRole('listitem')).toHaveText(['Quotes', 'Money'])
  await expect(page.getByRole('blockquote').first()).toBeVisible()
  expect(await posts(page).count()).toBe(await page.getByRole('blockquote').count())

  await page.reload()
  await expect(applied.getByRole('listitem')).toHaveText(['Quotes', 'Money'])
  await expectAxeClean(page)
  await applied.getByRole('button', { name: 'Remove the filter: Quotes' }).click()
  await expect(page).toHaveURL(/\/feed\?tags=money$/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.goBack()
  await expect(applied.getByRole('listitem')).toHaveText(['Quotes', 'Money'])
})

test('@smoke [FED-03] a like in one window appears in the other and survives a reload', async ({ page, context, world }, {
  project,
}) => {
  await signInAs(context, world.url, readerOf(project.name))
  const other = await context.newPage()
  for (const window of [page, other]) {
    await window.goto('/feed')
    await expect(like(window)).toBeVisible()
  }
  const wasLiked = (await like(page).getAttribute('aria-pressed')) === 'true'
  const before = Number.parseInt((await like(page).getAttribute('aria-label')) ?? '', 10) || 0
  const after = before + (wasLiked ? -1 : 1)
  await like(page).click()
  await expectLike(page, after, !wasLiked)
  await expectLike(other, after, !wasLiked)
  await page.reload()
  await expectLike(page, after, !wasLiked)

  await like(other).dblclick()
  await expectLike(other, after, !wasLiked)
  await like(other).click()
  await expectLike(page, before, wasLiked)
})

test('[FED-04] a person reads a whole post and opens its link, which counts once', async ({ page, context, world }, {
  project,
}) => {
  await signInAs(context, world.url, readerOf(project.name))
  const clicks: string[] = []
  page.on('request', (request) => request.url().includes('/feed/click/') && clicks.push(request.postData() ?? ''))
  await page.goto('/feed')
  await article(page, POST)
    .getByRole('button', { name: `Read more: ${POST}` })
    .click()
  const dialog = page.getByRole('dialog', { name: POST })
  await expect(dialog.getByText(/Send the first question today, not all five/)).toBeVisible()
  await expectAxeClean(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  for (const _visit of [1, 2]) {
    await article(page, POST)
      .getByRole('link', { name: `Open: ${POST}` })
      .click()
    await expect(page).toHaveURL(/\/learninghub\/allsession$/)
    await page.goBack()
    await expect(article(page, POST)).toBeVisible()
  }
  expect(clicks).toHaveLength(1)
})

test('the hub shows the newest posts and links to the feed', async ({ page, context, world }, { project }) => {
  await signInAs(context, world.url, readerOf(project.name))
  await page.goto('/learninghub')
  await expect(page.getByRole('heading', { name: 'Curated for you' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const section = page.getByRole('region', { name: 'From the feed' })
  await expect(section.getByRole('article')).toHaveCount(2)
  await expectAxeClean(page)
  await section.getByRole('link', { name: 'See the whole feed' }).click()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(posts(page).first()).toBeVisible()
})

test('[NAV-13] a locked internship shows the progress, and its cards can be paged', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/internship')
  await expect(page.getByText('3 of 5 sessions')).toBeVisible()
  // On a wide screen several cards are side by side.
  const place = page.getByText(/^\d+( to \d+)? of \d+$/)
  await expect(place).toHaveText(/^1 (to|of)/)
  await page.getByRole('button', { name: 'Next card' }).click()
  await expect(place).toHaveText(/^2 (to|of)/)
  await expectAxeClean(page)
})
