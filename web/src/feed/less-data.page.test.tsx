import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setSaveData, chooseLessData } from '../../test/data-light.ts'
import { holdFeed, makePost, showFeed } from './feed.fake.ts'

beforeEach(() => page.viewport(390, 844))

/** Each has an address of its own: what was asked for once stays asked for. */
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

test('a post’s picture waits for a tap, with what it takes; one goes on at the post’s title', async () => {
  chooseLessData()
  holdFeed([withPicture('a')])
  const screen = await showFeed()
  const post = screen.getByRole('article', { name: 'Five people' })
  const held = post.getByRole('button', { name: 'Show picture Five people 82 kB' })
  await expect.element(held).toBeVisible()
  expect(post.element().querySelector('img')).toBeNull()
  const before = held.element().getBoundingClientRect()
  await held.click()
  const picture = post.element().querySelector('img')
  expect(picture?.getAttribute('src')).toBe(drawing('a'))
  expect(Math.abs((picture?.getBoundingClientRect().height ?? 0) - before.height)).toBeLessThanOrEqual(1)
  await expect.element(post.getByRole('heading', { name: 'Five people' })).toHaveFocus()
})

test('one whose size is not known says nothing of it', async () => {
  setSaveData(true)
  holdFeed([withPicture('b', null)])
  const screen = await showFeed()
  await expect.element(screen.getByRole('button', { name: 'Show picture Five people', exact: true })).toBeVisible()
})

test('switched off while one looks, all pictures come', async () => {
  chooseLessData()
  holdFeed([withPicture('c')])
  const screen = await showFeed()
  const post = screen.getByRole('article', { name: 'Five people' })
  await expect.element(post.getByRole('button', { name: /^Show picture/ })).toBeVisible()
  localStorage.setItem('saathi.dataLight', 'off')
  window.dispatchEvent(new StorageEvent('storage', { key: 'saathi.dataLight' }))
  await expect.poll(() => post.element().querySelector('img')?.getAttribute('src')).toBe(drawing('c'))
})
