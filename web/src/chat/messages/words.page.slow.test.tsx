import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

async function showMessage(text: string) {
  playChat([message(1, { message: text })])
  const { screen, log } = await openRavi()
  return { screen, log, link: log.getByRole('link') }
}

test('a page of our own opens in place, with query and hash', async () => {
  const { screen, link } = await showMessage(`Read ${location.origin}/moreinfo/faq?topic=chat#faq-2, please.`)
  await expect.element(link).toHaveTextContent(`${location.origin}/moreinfo/faq?topic=chat#faq-2`)
  expect(link.element().hasAttribute('target')).toBe(false)
  await link.click()
  await expect.poll(screen.pathNow).toBe('/moreinfo/faq?topic=chat#faq-2')
})

test.each([
  'https://example.org/a',
  'HTTP://example.org/a',
  // The host is the part after the @.
  `https://${location.host}@example.org/a`,
  // Not pages, although under our origin.
  `${location.origin}/api/v2/files/x/`,
  `${location.origin}/gifs/wave.gif`,
])('%s opens in a new tab without opener and referrer', async (url) => {
  const { link } = await showMessage(`See ${url}`)
  await expect.element(link).toHaveAttribute('href', url)
  await expect.element(link).toHaveAttribute('target', '_blank')
  expect(link.element().getAttribute('rel')?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer']))
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'ftp://example.org/a',
  'file:///etc/hosts',
  '//example.org/a',
  'https://',
])('%s stays text', async (text) => {
  const { log, link } = await showMessage(`See ${text} now`)
  await expect.element(log.getByText(`See ${text} now`)).toBeVisible()
  expect(link.elements()).toEqual([])
})
