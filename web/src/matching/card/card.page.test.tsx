import { getMatchInfo } from '@saathi/contract/matching/calls'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@saathi/contract/core/time'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { onServerTime } from '#core/server-time.ts'
import { answer, setServerClock } from '../../../test/harness.tsx'
import { criterion, joseph, kavya, matchInfo, showCards } from '../choose/potential-matches.fake.tsx'

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  vi.useRealTimers()
  onServerTime(new Date().toUTCString())
})

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

describe('a match card', () => {
  test('[MAT-10] shows name, picture and affiliation', async () => {
    const displayPicture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>'
    const { cardOf } = await showCards([kavya({ displayPicture, affiliation: 'B.Com, Hyderabad' })])
    const card = cardOf('Kavya Reddy')
    await expect.element(card.getByRole('heading', { name: 'Kavya Reddy' })).toBeVisible()
    await expect.element(card.getByText('B.Com, Hyderabad')).toBeVisible()
    expect(card.element().querySelector('img')?.getAttribute('src')).toBe(displayPicture)
  })

  test('[SAF-01] has a button to report the person, unless they have left', async () => {
    const { cardOf } = await showCards([kavya(), joseph({ canReport: false })])
    await expect.element(cardOf('Kavya Reddy').getByRole('button', { name: 'Report: Kavya Reddy' })).toBeVisible()
    expect(
      cardOf('Joseph Toppo')
        .getByRole('button', { name: /^Report/ })
        .elements(),
    ).toEqual([])
  })

  test('[MAT-10] shows the criteria in order, each with its mark and sentence', async () => {
    const city = {
      key: 'city',
      order: 2,
      matchingCriteria: 'City',
      localeMatchingCriteria: 'City',
      match: false,
      mandatory: false,
    }
    const criteriaJson = [criterion({ ...city, explanation: 'Hyderabad, you are in Pune' }), criterion()]
    const { cardOf } = await showCards([kavya()], {}, { info: { criteriaJson } })
    const card = cardOf('Kavya Reddy')
    const reasons = card.getByRole('list', { name: 'How you and Kavya fit' }).getByRole('listitem')
    await expect.element(reasons).toHaveTextContent('Language Fits. Both speak Hindi')
    const rest = card.getByRole('list', { name: 'More about you and Kavya' }).getByRole('listitem')
    await card.getByText(/^1 more thing about you two/).click()
    await expect.element(rest).toHaveTextContent('City Differs, and that is fine. Hyderabad, you are in Pune')
  })

  test('[MAT-10] opens both answers and the help text by tap and by keyboard', async () => {
    const { cardOf } = await showCards([kavya()])
    const row = cardOf('Kavya Reddy').getByRole('button', { name: /Both speak Hindi/ })
    await expect.element(row).toHaveAttribute('aria-expanded', 'false')
    await row.click()
    const card = cardOf('Kavya Reddy')
    await expect.element(card.getByText('Hindi, Punjabi')).toBeVisible()
    await expect.element(card.getByText('Hindi, Telugu')).toBeVisible()
    await expect.element(card.getByText('You talk with each other in a language that both know.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(card.getByText('Hindi, Punjabi')).not.toBeInTheDocument()
    await expect.element(row).toHaveFocus()
  })

  test('[DAY-42] begins with their own words and the four strongest reasons, the rest on request, both buttons in view', async () => {
    await page.viewport(390, 844)
    const about = 'I study commerce and want to find out what I am good at. '.repeat(5).trim()
    const of = (key: string, order: number, points: number) =>
      criterion({ key, order, points, match: points > 0, explanation: `Because of ${key}` })
    const criteriaJson = [of('a', 1, 5), of('b', 2, 0), of('c', 3, 30), of('d', 4, 20), of('e', 5, 10), of('f', 6, 25)]
    const { cardOf } = await showCards([kavya()], {}, { info: { about, criteriaJson } })
    const card = cardOf('Kavya Reddy')
    const words = card.getByRole('blockquote', { name: 'About Kavya' })
    await expect.element(words).toHaveTextContent(about)
    const shortHeight = words.element().clientHeight
    const reasons = card.getByRole('list', { name: 'How you and Kavya fit' }).getByText(/^Because/)
    expect(reasons.elements().map((reason) => reason.textContent)).toEqual(['c', 'd', 'e', 'f'].map((key) => `Because of ${key}`))
    const { height } = card.element().getBoundingClientRect()
    expect(height).toBeLessThan(490)
    await card.getByText(/^2 more things about you two/).click()
    await expect.poll(() => words.element().clientHeight).toBeGreaterThan(shortHeight)
    await expect.element(card.getByText('Because of a')).toBeVisible()
  })

  test('[MAT-10] allows choosing if the criteria fail to load, and offers a retry', async () => {
    const { cardOf, tap } = await showCards([kavya()], {}, { isInfoLost: true })
    const card = cardOf('Kavya Reddy')
    await expect.element(card.getByText('Why you may fit could not be loaded')).toBeVisible()
    await tap('Kavya Reddy', 'Interested')
    await expect.element(card.getByRole('button', { name: 'Interested', exact: true })).toHaveAttribute('aria-pressed', 'true')
    answer(getMatchInfo, matchInfo())
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect.element(card.getByText('Both speak Hindi')).toBeVisible()
  })
})

describe('interest', () => {
  test('[MAT-02] fills the chosen button, moves to the other, and clears on a second press', async () => {
    const { cardOf, tap } = await showCards([kavya(), joseph()])
    const pressed = () =>
      cardOf('Kavya Reddy')
        .getByRole('group', { name: 'Kavya Reddy' })
        .getByRole('button')
        .elements()
        .map((button) => button.getAttribute('aria-pressed'))
    await tap('Kavya Reddy', 'Interested')
    await expect.poll(pressed).toEqual(['false', 'true'])
    await tap('Kavya Reddy', 'Not interested')
    await expect.poll(pressed).toEqual(['true', 'false'])
    await tap('Kavya Reddy', 'Not interested')
    await expect.poll(pressed).toEqual(['false', 'false'])
  })

  test('[MAT-02] cannot be chosen on an ended match, which is listed in grey with its message', async () => {
    const displayMessage = 'It didn’t work out this time.'
    const { screen, infos } = await showCards([kavya({ status: 'EXPIRED', displayMessage }), joseph()])
    const ended = screen.getByRole('region', { name: 'No longer open' }).getByRole('listitem')
    await expect.element(ended).toHaveTextContent(`Kavya Reddy ${displayMessage}`)
    expect(screen.getByRole('article').elements()).toHaveLength(1)
    expect(getComputedStyle(ended.element().querySelector('span') ?? ended.element()).filter).toBe('grayscale(0.7)')
    await expect.poll(() => new Set(infos.map(({ params }) => params.id))).toEqual(new Set([2]))
  })
})

describe('the time to decide', () => {
  test.each([
    [120, 4.5 * DAY_MS, '4 days to decide'],
    [72, 38.5 * HOUR_MS, '38 h to decide'],
    [72, 30 * MINUTE_MS, /^(29|30) min to decide/],
  ])('[MAT-07] of %i hours with %i ms left reads: %s', async (expiryHours, left, words) => {
    const { cardOf } = await showCards([kavya({ updatedTimestamp: ago(expiryHours * HOUR_MS - left) })], { expiryHours })
    await expect.element(cardOf('Kavya Reddy').getByText(words)).toBeVisible()
  })

  test('[MAT-07] uses the clock of the server', async () => {
    setServerClock(new Date(Date.now() + 10 * HOUR_MS))
    const { cardOf } = await showCards([kavya({ updatedTimestamp: ago(23.5 * HOUR_MS) })])
    await expect.element(cardOf('Kavya Reddy').getByText('38 h to decide')).toBeVisible()
  })

  test('[MAT-07] ends on the open page at that second, and the list is refetched', async () => {
    const expiresAt = new Date(Date.now() + 2 * MINUTE_MS).toISOString()
    const { cardOf, lists, screen } = await showCards([kavya({ expiresAt }), joseph()])
    const card = cardOf('Kavya Reddy')
    await expect.element(card.getByText(/^[123] min to decide/)).toBeVisible()
    const before = lists.length
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * MINUTE_MS })
    await expect.element(screen.getByText(/The time to decide on Kavya has passed\./)).toBeVisible()
    await expect.element(card).not.toBeInTheDocument()
    await expect.element(cardOf('Joseph Toppo').getByRole('group')).toBeVisible()
    await expect.poll(() => lists.length).toBeGreaterThan(before)
  })
})
