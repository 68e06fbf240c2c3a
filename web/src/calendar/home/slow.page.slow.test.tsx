import type { CDPSession } from '@vitest/browser-playwright'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { showApp } from '../../../test/harness.tsx'
import { answerCalendar, wide } from '../calendar-server.fake.ts'

/** Holds back requests whose URL contains the word until the returned function is called. */
async function holdFile(word: string): Promise<() => Promise<void>> {
  const session: CDPSession = cdp()
  await session.send('Network.enable')
  // Otherwise a file loaded by another test would come from the cache.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  // The requests wait because nothing answers them.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `*${word}*` }] })
  const release = async () => void (await session.send('Fetch.disable'))
  onTestFinished(async () => {
    await release()
    await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  })
  return release
}

// In a separate file: once the script is loaded, no test can hold it back again.
test('while its script loads the home is inert, Escape cancels, and the focus moves in and out', async () => {
  await wide()
  answerCalendar()
  const bring = await holdFile('calendar/view/modal.tsx')
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
  const way = screen.getByRole('link', { name: 'Open the calendar' })
  const loading = screen.getByRole('dialog', { name: 'Loading the calendar' })
  const focused = () => document.activeElement

  await way.click()
  await expect.element(loading).toBeVisible()
  await expect.poll(() => loading.element().contains(focused())).toBe(true)
  // The page behind is hidden from screen readers.
  expect(way.elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(loading).not.toBeInTheDocument()
  await expect.poll(() => screen.pathNow()).toBe('/mentorship')
  await expect.element(way).toHaveFocus()

  await way.click()
  await expect.element(loading).toBeVisible()
  await bring()
  const calendar = screen.getByRole('dialog', { name: 'Calendar', exact: true })
  await expect.element(calendar).toBeVisible()
  await expect.element(loading).not.toBeInTheDocument()
  await expect.element(calendar.getByRole('button', { name: /Saturday,? 14 November/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(way).toHaveFocus()
})
