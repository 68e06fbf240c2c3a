import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setSaveData, chooseLessData } from '../../test/data-light.ts'
import { serveFeed, makePost, showFeed } from './feed.fake.ts'

beforeEach(() => page.viewport(390, 844))

/** Each has its own URL: a picture that was requested once stays requested. */
const drawing = (name: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="216" id="${name}"/>`
const withPicture = (name: string, thumbnailBytes: number | null = 84_000) =>
  makePost({
    title: 'Five people',
    thumbnail: drawing(name),
    thumbnailWidth: 400,
    thumbnailHeight: 216,
    thumbnailBytes,
  })

test('a post’s picture waits for a tap and shows its size; the focus then moves to the title', async () => {
  chooseLessData()
  serveFeed([withPicture('a')])
  const screen = await showFeed()
  const post = screen.getByRole('article', { name: 'Five people' })
  const showButton = post.getByRole('button', { name: 'Show picture Five people 82 kB' })
  await expect.element(showButton).toBeVisible()
  expect(post.element().querySelector('img')).toBeNull()
  const before = showButton.element().getBoundingClientRect()
  await showButton.click()
  const picture = post.element().querySelector('img')
  expect(picture?.getAttribute('src')).toBe(drawing('a'))
  expect(Math.abs((picture?.getBoundingClientRect().height ?? 0) - before.height)).toBeLessThanOrEqual(1)
  await expect.element(post.getByRole('heading', { name: 'Five people' })).toHaveFocus()
})

test('a picture of unknown size shows none', async () => {
  setSaveData(true)
  serveFeed([withPicture('b', null)])
  const screen = await showFeed()
  await expect.element(screen.getByRole('button', { name: 'Show picture Five people', exact: true })).toBeVisible()
})

test('all pictures load when data saving is switched off on the open page', async () => {
  chooseLessData()
  serveFeed([withPicture('c')])
  const screen = await showFeed()
  const post = screen.getByRole('article', { name: 'Five people' })
  await expect.element(post.getByRole('button', { name: /^Show picture/ })).toBeVisible()
  localStorage.setItem('saathi.dataLight', 'off')
  window.dispatchEvent(new StorageEvent('storage', { key: 'saathi.dataLight' }))
  await expect.poll(() => post.element().querySelector('img')?.getAttribute('src')).toBe(drawing('c'))
})
