import { listFeed, reportClick } from '@saathi/contract/feed/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse } from '../../test/harness.tsx'
import { serveFeed, makePost, makePosts, makeQuote, showFeed, tags } from './feed.fake.ts'

type Screen = Awaited<ReturnType<typeof showFeed>>

const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="216"/>'
const long = `${'Your network is not only people in offices. '.repeat(4)}It is the cousin who codes.`
const shown = (screen: Screen) =>
  screen
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h2')?.textContent)
async function expectCount(screen: Screen, count: number) {
  await expect.poll(() => shown(screen).length, { timeout: 40_000 }).toBe(count)
}
const furtherReads = ({ reads }: ReturnType<typeof serveFeed>) => reads.filter(({ query }) => query.before !== undefined)
const end = 'You have seen everything.'

// A small viewport, so that the end of a page of ten posts is far below the screen.
beforeEach(() => page.viewport(390, 500))

const { IntersectionObserver } = window
afterEach(() => void vi.stubGlobal('IntersectionObserver', IntersectionObserver))

describe('an item', () => {
  test('[FED-01] a post shows its picture, title, text, note, link, tags and day', async () => {
    const content = { title: 'Five people', thumbnail: picture, thumbnailWidth: 400, thumbnailHeight: 216, description: 'Short.' }
    const more = { mtCuratedNote: 'It pairs well.', link: 'https://example.org/five' }
    const publishedAt = '2026-11-14T20:15:00Z'
    serveFeed([makePost({ ...content, ...more }, { tags: [tags.money], publishedAt })])
    const screen = await showFeed()
    const post = screen.getByRole('article', { name: 'Five people' })
    await expect.element(post.getByRole('heading', { level: 2, name: 'Five people' })).toBeVisible()
    const image = post.element().querySelector('img')
    expect([image?.getAttribute('width'), image?.getAttribute('height'), image?.alt]).toEqual(['400', '216', ''])
    await expect.element(post.getByText('Short.')).toBeVisible()
    await expect.element(post.getByText('Why we chose this: It pairs well.')).toBeVisible()
    await expect.element(post.getByText('Money')).toBeVisible()
    await expect.element(post.getByText('15 Nov 2026')).toBeVisible()
    const link = post.getByRole('link', { name: 'Open: Five people (opens in a new tab)' })
    await expect.element(link).toHaveAttribute('href', 'https://example.org/five')
    await expect.element(link).toHaveAttribute('target', '_blank')
    expect(link.element().getAttribute('rel')).toContain('noopener')
    expect(post.getByRole('button', { name: /Read more/ }).elements()).toEqual([])
  })

  test('[FED-01] a quote shows its text and author', async () => {
    serveFeed([makeQuote({ text: 'Ask the question.', author: 'Savita Kulkarni' })])
    const screen = await showFeed()
    const quote = screen.getByRole('article', { name: 'Ask the question.' })
    await expect.element(quote.getByText('Ask the question.')).toBeVisible()
    await expect.element(quote.getByText('Savita Kulkarni')).toBeVisible()
  })

  test('[SAF-01] a post and a quote have a button to report them', async () => {
    serveFeed([makePost({ title: 'Five people' }), makeQuote({ text: 'Ask the question.', author: 'Savita Kulkarni' })])
    const screen = await showFeed()
    await expect.element(screen.getByRole('button', { name: 'Report: Five people' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Report: Ask the question.' })).toBeVisible()
  })

  test('[FED-01] a long description is cut at 160 letters, and Read more opens it in a dialog', async () => {
    serveFeed([makePost({ title: 'Five people', description: long })])
    const screen = await showFeed()
    const post = screen.getByRole('article', { name: 'Five people' })
    await expect.element(post).toBeVisible()
    const cut = post.element().querySelector('p')?.firstChild?.textContent ?? ''
    expect(cut.length).toBeLessThanOrEqual(161)
    expect(cut.endsWith('…')).toBe(true)
    const more = post.getByRole('button', { name: 'Read more: Five people' })
    await more.click()
    const dialog = screen.getByRole('dialog', { name: 'Five people' })
    await expect.element(dialog.getByText(long)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(more).toHaveFocus()
  })

  test('is in the reader’s language if translated', async () => {
    serveFeed([makePost({ title: 'Five people', localeTitle: 'पाँच लोग' })])
    const screen = await showFeed('/feed', 'hi')
    await expect.element(screen.getByRole('heading', { level: 2, name: 'पाँच लोग' })).toBeVisible()
  })

  test.each(['javascript:alert(1)', 'ftp://example.org/', 'no address'])('an address like %s is not a link', async (link) => {
    serveFeed([makePost({ title: 'Five people', link })])
    const screen = await showFeed()
    const post = screen.getByRole('article', { name: 'Five people' })
    await expect.element(post).toBeVisible()
    expect(post.getByRole('link').elements()).toEqual([])
  })
})

describe('opening a link', () => {
  test('[FED-04] sends the click once, however often it is opened', async () => {
    const post = makePost({ title: 'Five people', link: '/moreinfo/faq' })
    serveFeed([post])
    const { inputs } = answer(reportClick, { id: post.id })
    const screen = await showFeed()
    const link = screen.getByRole('link', { name: 'Open: Five people' })
    await link.click()
    await expect.poll(screen.pathNow).toBe('/moreinfo/faq')
    await screen.router.navigate({ href: '/feed' })
    await link.click()
    await expect.poll(screen.pathNow).toBe('/moreinfo/faq')
    expect(inputs).toEqual([{ body: { id: post.id } }])
  })

  test('[FED-04] does not wait for the click to be counted; a lost click is sent the next time', async () => {
    const post = makePost({ title: 'Five people', link: '/moreinfo/faq?topic=2' })
    serveFeed([post])
    const lost = answer(reportClick, refuse('core.broken', 500))
    const screen = await showFeed()
    const link = screen.getByRole('link', { name: 'Open: Five people' })
    await link.click()
    await expect.poll(screen.pathNow).toBe('/moreinfo/faq?topic=2')
    await expect.poll(() => lost.inputs.length).toBe(1)
    const sent = answer(reportClick, 'hang')
    await screen.router.navigate({ href: '/feed' })
    await link.click()
    await expect.poll(screen.pathNow).toBe('/moreinfo/faq?topic=2')
    await expect.poll(() => sent.inputs.length).toBe(1)
  })
})

describe('pages', () => {
  test('[FED-01] load when the reader is near the end, ten posts at a time, each post once even if a new one arrives', async () => {
    const posts = makePosts(25)
    const server = serveFeed(posts)
    const screen = await showFeed()
    await expectCount(screen, 10)
    expect(server.reads[0]?.query).toMatchObject({ page: 1, size: 10 })
    expect(furtherReads(server)).toEqual([])
    server.add(makePost({ title: 'Just arrived' }))
    window.scrollTo(0, document.body.scrollHeight)
    await expectCount(screen, 20)
    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(screen.getByText(end)).toBeVisible()
    expect(shown(screen)).toEqual(posts.map(({ content }) => content.title))
    expect(furtherReads(server)).toHaveLength(2)
    expect(furtherReads(server).map(({ query }) => query.page)).toEqual([2, 3])
  })

  test('[FED-01] also load by a button, and the focus moves to the first new post', async () => {
    serveFeed(makePosts(12))
    // Simulates a browser without IntersectionObserver.
    vi.stubGlobal('IntersectionObserver', undefined)
    const screen = await showFeed()
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expectCount(screen, 12)
    await expect.element(screen.getByRole('article').nth(10)).toHaveFocus()
    await expect.element(screen.getByText(end)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Show more' }).elements()).toEqual([])
  })

  test('[FED-01] that fail to load show an error, keep the earlier ones, and can be retried', async () => {
    const posts = makePosts(15)
    serveFeed(posts)
    const screen = await showFeed()
    await expectCount(screen, 10)
    answer(listFeed, refuse('core.broken', 500))
    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(screen.getByRole('alert').getByText('More could not be loaded.')).toBeVisible()
    expect(shown(screen)).toHaveLength(10)
    serveFeed(posts)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expectCount(screen, 15)
    await expect.element(screen.getByText(end)).toBeVisible()
  })

  test('all stay after a refetch', async () => {
    const posts = makePosts(25)
    const server = serveFeed(posts)
    const screen = await showFeed()
    await expectCount(screen, 10)
    window.scrollTo(0, document.body.scrollHeight)
    await expectCount(screen, 20)
    server.add(makePost({ title: 'Just arrived' }, { publishedAt: '2026-12-01T00:00:00Z' }))
    const { queryClient } = await import('#core/query-client.ts')
    await queryClient.invalidateQueries({ queryKey: ['feed', 'list'] })
    await expect.poll(() => shown(screen)[0]).toBe('Just arrived')
    expect(shown(screen)).toEqual(expect.arrayContaining(posts.slice(0, 20).map(({ content }) => content.title)))
    expect(new Set(shown(screen)).size).toBe(shown(screen).length)
  })
})

describe('without posts', () => {
  test('shows that it is loading', async () => {
    serveFeed([])
    answer(listFeed, 'hang')
    const screen = await showFeed()
    await expect.element(screen.getByText('Loading the feed')).toBeInTheDocument()
  })

  test('shows that it is empty', async () => {
    serveFeed([])
    const screen = await showFeed()
    await expect.element(screen.getByRole('heading', { name: 'Nothing in the feed yet' })).toBeVisible()
  })

  test.each([
    [refuse('core.broken', 500), 'Something went wrong on our side. Please try again in a little while.'],
    [refuse('core.forbidden', 403), 'This part of Saathi is not open to you.'],
    ['network' as const, 'We could not reach Saathi. Check your connection and try again.'],
  ])('[NAV-11] shows why it failed, and a retry loads it: %#', async (failure, text) => {
    serveFeed([])
    answer(listFeed, failure)
    const screen = await showFeed()
    const alert = screen.getByRole('main').getByRole('alert')
    await expect.element(alert.getByText('We could not load the feed')).toBeVisible()
    await expect.element(alert.getByText(text)).toBeVisible()
    serveFeed([makePost({ title: 'Five people' })])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Five people' })).toBeVisible()
  })
})
