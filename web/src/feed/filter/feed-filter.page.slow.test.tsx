import { getFeedRange } from '@saathi/contract/feed/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#core/query-client.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { serveFeed, makePost, makeQuote, showFeed, tags } from '../feed.fake.ts'
import { rangeQuery } from '../queries.ts'

type Screen = Awaited<ReturnType<typeof showFeed>>

const rupee = makePost({ title: 'One rupee' }, { tags: [tags.money], publishedAt: '2026-05-10T06:00:00Z' })
const desk = makePost({ title: 'A desk' }, { tags: [tags.work], publishedAt: '2025-05-10T06:00:00Z' })
const quote = makeQuote({ text: 'Ask the question.' }, { publishedAt: '2024-05-10T06:00:00Z' })
const all = ['One rupee', 'A desk', 'Ask the question.']

const names = (screen: Screen) =>
  screen
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h2, blockquote')?.textContent)

// The first visit waits for the page's script.
async function expectNames(screen: Screen, expected: string[]) {
  await expect.poll(() => names(screen), { timeout: 40_000 }).toEqual(expected)
}

async function openSheet(screen: Screen) {
  await screen.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = screen.getByRole('dialog', { name: 'Filter' })
  await expect.element(sheet.getByRole('button', { name: 'Apply' })).toBeVisible()
  return sheet
}

const applied = (screen: Screen) => screen.getByRole('list', { name: 'Filters applied' })

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740))

  test('[FED-02] one kind is applied, shown in the URL and the list, and can be removed', async () => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed()
    await expectNames(screen, all)
    const sheet = await openSheet(screen)
    await expect.element(sheet.getByRole('checkbox', { name: 'Post' })).toBeChecked()
    await sheet.getByRole('checkbox', { name: 'Post' }).click()
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expectNames(screen, ['Ask the question.'])
    expect(screen.pathNow()).toBe('/feed?event=quote')
    await expect.element(sheet).not.toBeInTheDocument()
    await applied(screen).getByRole('button', { name: 'Remove the filter: Quotes' }).click()
    await expectNames(screen, all)
    expect(screen.pathNow()).toBe('/feed')
    await expect.element(screen.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus()
  })

  test.each([
    ['both kinds', [true, true]],
    ['neither', [false, false]],
  ] as const)('[FED-02] %s selected is no filter', async (_which, [post, quotes]) => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed('/feed?event=post')
    const sheet = await openSheet(screen)
    await expect.element(sheet.getByRole('checkbox', { name: 'Quotes' })).not.toBeChecked()
    if (!post) await sheet.getByRole('checkbox', { name: 'Post' }).click()
    if (quotes) await sheet.getByRole('checkbox', { name: 'Quotes' }).click()
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expectNames(screen, all)
    expect(screen.pathNow()).toBe('/feed')
    expect(applied(screen).elements()).toEqual([])
  })

  test('[FED-02] days are limited to the feed, and a first day after the last cannot be applied', async () => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed()
    const sheet = await openSheet(screen)
    const from = sheet.getByLabelText('From')
    const to = sheet.getByLabelText('To')
    await expect.element(from).toHaveAttribute('min', '2024-03-01')
    await expect.element(to).toHaveAttribute('max', '2026-10-01')
    await expect.element(from).toHaveValue('2024-03-01')
    await from.fill('2026-01-02')
    await to.fill('2026-01-01')
    await expect.element(sheet.getByRole('alert').getByText('The first day must not be after the last.')).toBeVisible()
    await expect.element(sheet.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await sheet.getByRole('button', { name: 'Apply' }).click({ force: true })
    await userEvent.type(to, '{Enter}')
    expect(screen.pathNow()).toBe('/feed')
    await from.fill('2025-01-01')
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expectNames(screen, ['A desk'])
    expect(screen.pathNow()).toBe('/feed?from=2025-01-01&to=2026-01-01')
    await expect.element(applied(screen).getByText('From 1 Jan 2025')).toBeVisible()
    await expect.element(applied(screen).getByText('Until 1 Jan 2026')).toBeVisible()
  })

  test('[FED-02] an early start of the feed is cut to 1 January 2020', async () => {
    serveFeed([rupee])
    answer(getFeedRange, { firstDate: '2017-08-15', lastDate: '2026-10-01', tags: [] })
    const screen = await showFeed()
    const sheet = await openSheet(screen)
    await expect.element(sheet.getByLabelText('From')).toHaveAttribute('min', '2020-01-01')
    await expect.element(sheet.getByLabelText('From')).toHaveValue('2020-01-01')
  })

  test('[FED-02] tags filter, survive a reload, and follow the browser’s back button', async () => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed('/feed?tags=money')
    await expectNames(screen, ['One rupee'])
    await expect.element(applied(screen).getByRole('button', { name: 'Remove the filter: Money' })).toBeVisible()
    const sheet = await openSheet(screen)
    await expect.element(sheet.getByRole('checkbox', { name: 'Money' })).toBeChecked()
    await sheet.getByRole('checkbox', { name: 'Work' }).click()
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expectNames(screen, ['One rupee', 'A desk'])
    screen.router.history.back()
    await expectNames(screen, ['One rupee'])
  })

  test('[FED-02] Clear removes everything', async () => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed('/feed?tags=money&event=post&from=2026-01-01')
    await expectNames(screen, ['One rupee'])
    const sheet = await openSheet(screen)
    await sheet.getByRole('button', { name: 'Clear' }).click()
    await expectNames(screen, all)
    expect(screen.pathNow()).toBe('/feed')
  })

  test('without matches a text is shown, and the filter can be cleared', async () => {
    serveFeed([rupee])
    const screen = await showFeed('/feed?event=quote')
    await expect.element(screen.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
    await screen.getByRole('button', { name: 'Clear the filter' }).click()
    await expectNames(screen, ['One rupee'])
  })

  test('is a keyboard dialog: Enter opens it, Escape cancels it and restores the focus', async () => {
    serveFeed([rupee, quote])
    const screen = await showFeed()
    const button = screen.getByRole('button', { name: 'Filter', exact: true })
    await expect.element(button).toBeVisible()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    const sheet = screen.getByRole('dialog', { name: 'Filter' })
    await sheet.getByRole('checkbox', { name: 'Quotes' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    expect(screen.pathNow()).toBe('/feed')
    const again = await openSheet(screen)
    await expect.element(again.getByRole('checkbox', { name: 'Quotes' })).toBeChecked()
  })

  test('filters by kind and day even if the range fails to load, and a retry loads the tags', async () => {
    serveFeed([rupee, quote])
    answer(getFeedRange, refuse('core.broken', 500))
    const screen = await showFeed()
    const sheet = await openSheet(screen)
    await expect.element(sheet.getByText('The tags could not be loaded.')).toBeVisible()
    await expect.element(sheet.getByLabelText('From')).toHaveAttribute('min', '2020-01-01')
    serveFeed([rupee, quote])
    await sheet.getByRole('button', { name: 'Try again' }).click()
    await expect.element(sheet.getByRole('checkbox', { name: 'Money' })).toBeVisible()
  })
})

describe('on a desktop', () => {
  beforeEach(() => page.viewport(1280, 800))

  test('[FED-02] is shown next to the posts, follows removed filters, and opens and closes', async () => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed()
    const panel = screen.getByRole('region', { name: 'Filter' })
    const button = screen.getByRole('button', { name: 'Filter', exact: true })
    await expect.element(button).toHaveAttribute('aria-expanded', 'true')
    await panel.getByRole('checkbox', { name: 'Quotes' }).click()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expectNames(screen, ['One rupee', 'A desk'])
    await expect.element(panel.getByRole('button', { name: 'Apply' })).toHaveFocus()
    await applied(screen).getByRole('button', { name: 'Remove the filter: Post' }).click()
    await expect.element(panel.getByRole('checkbox', { name: 'Quotes' })).toBeChecked()

    await button.click()
    await expect.element(panel).not.toBeInTheDocument()
    await button.click()
    await expect.element(panel).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  test('[FED-02] adds no day that was not chosen, even if it is left open overnight', async () => {
    serveFeed([rupee, desk, quote])
    const screen = await showFeed()
    const panel = screen.getByRole('region', { name: 'Filter' })
    await expect.element(panel.getByLabelText('To')).toHaveValue('2026-10-01')
    answer(getFeedRange, { firstDate: '2024-03-01', lastDate: '2026-10-02', tags: [] })
    await queryClient.invalidateQueries({ queryKey: rangeQuery.queryKey })
    await expect.element(panel.getByLabelText('To')).toHaveValue('2026-10-02')
    await panel.getByRole('checkbox', { name: 'Quotes' }).click()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(screen.pathNow).toBe('/feed?event=post')
  })
})
