import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#core/query-client.ts'
import { groupInfo, match, memberInfo, matchList } from '../matching.fake.ts'
import { asGroupMentor, asMentor, joseph, kavya, lakshmi, showCards, speaks } from './potential-matches.fake.tsx'
import { refetchMatches } from '../queries.ts'

beforeEach(() => page.viewport(1280, 900))

const asGroup = (overrides = {}) => ({ group: groupInfo({ groupSize: 4, actualSize: 2, ...overrides }) })

describe('a group mentor', () => {
  test('[MAT-04] sees who clashes with a chosen match, on what, and what would change it; undoing clears it', async () => {
    const { cardOf, tap, screen } = await showCards([kavya(), joseph(), lakshmi()], asGroupMentor, asGroup())
    await tap('Kavya Reddy', 'Interested')
    const card = cardOf('Lakshmi Nair')
    await expect.element(card.getByText('Does not fit this group')).toBeVisible()
    await expect.element(card.getByText('Language, must match')).toBeVisible()
    await expect.element(card.getByText('Lakshmi says Malayalam; Kavya says Hindi and Telugu')).toBeVisible()
    await expect.element(card.getByText('Change your choice for Kavya to include Lakshmi.')).toBeVisible()
    expect(card.getByRole('group').elements()).toEqual([])
    await expect.element(cardOf('Joseph Toppo').getByRole('group')).toBeVisible()
    await expect.element(screen.getByText('1 of 2 decided. Can’t be chosen now: Lakshmi.')).toBeInTheDocument()
    await tap('Kavya Reddy', 'Interested')
    await expect.element(card.getByRole('group')).toBeVisible()
    expect(card.getByText('Does not fit this group').elements()).toEqual([])
  })

  test('[MAT-04] sees a full group once the last place is chosen, and open places when it is undone', async () => {
    const third = match({ id: 4, fullName: 'Imran Khan', displayName: 'Imran', exclusiveCriteria: speaks('Hindi') })
    const { cardOf, tap } = await showCards([kavya(), joseph(), third], asGroupMentor, asGroup())
    await tap('Kavya Reddy', 'Interested')
    await expect.element(cardOf('Imran Khan').getByRole('group')).toBeVisible()
    await tap('Joseph Toppo', 'Interested')
    await expect.element(cardOf('Imran Khan').getByText('The group is full')).toBeVisible()
    await expect
      .element(cardOf('Imran Khan').getByText('Your choices fill all places. Change one of them to include Imran.'))
      .toBeVisible()
    await tap('Joseph Toppo', 'Not interested')
    await expect.element(cardOf('Imran Khan').getByRole('group')).toBeVisible()
  })

  test('[MAT-04] cannot choose somebody who clashes with a member', async () => {
    const member = memberInfo({ fullName: 'Arjun Das', exclusiveCriteria: speaks('Hindi') })
    const { cardOf } = await showCards([lakshmi()], asGroupMentor, asGroup({ existingMemberInfo: [member] }))
    const card = cardOf('Lakshmi Nair')
    await expect.element(card.getByText('Arjun Das already has a place and does not fit together with Lakshmi.')).toBeVisible()
    await expect.element(card.getByText('Lakshmi says Malayalam; Arjun Das says Hindi')).toBeVisible()
  })

  test('[MAT-04] cannot accept a rejected match that now clashes, and the card says why', async () => {
    const { cardOf, tap } = await showCards([kavya(), lakshmi()], asGroupMentor, asGroup())
    await tap('Lakshmi Nair', 'Not interested')
    await tap('Kavya Reddy', 'Interested')
    const yes = cardOf('Lakshmi Nair').getByRole('button', { name: 'Interested', exact: true })
    await expect.element(yes).toHaveAttribute('aria-disabled', 'true')
    await expect.element(yes).toHaveAccessibleDescription('Change your choice for Kavya to include Lakshmi.')
  })
})

describe('a pair mentee', () => {
  test('[MAT-04] rules out the others by accepting one, and undoing makes them possible again', async () => {
    const { cardOf, tap } = await showCards([kavya(), joseph()])
    await tap('Kavya Reddy', 'Interested')
    const card = cardOf('Joseph Toppo')
    await expect.element(card.getByText('You chose Kavya')).toBeVisible()
    await expect.element(card.getByText('Change your choice for Kavya to choose Joseph.')).toBeVisible()
    await tap('Kavya Reddy', 'Not interested')
    await expect.element(card.getByRole('group')).toBeVisible()
    expect(card.getByText('You chose Kavya').elements()).toEqual([])
  })
})

describe('the confirm button', () => {
  test('[MAT-03] of a mentee is enabled once all matches are decided', async () => {
    const { tap, confirm } = await showCards([kavya(), joseph()])
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await tap('Kavya Reddy', 'Not interested')
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await tap('Joseph Toppo', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Confirm choices')
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  })

  test('[MAT-03] of a group mentor requires answers to compatible matches, not to those ruled out', async () => {
    const { tap, confirm, screen } = await showCards([kavya(), joseph(), lakshmi()], asGroupMentor, asGroup())
    await tap('Kavya Reddy', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
    await expect.element(screen.getByText('1 of 2', { exact: true })).toBeVisible()
    await tap('Joseph Toppo', 'Not interested')
    await expect.element(confirm).toHaveAccessibleName('Confirm choices')
  })

  test('[MAT-03] of a pair mentor appears after the first choice and is enabled after the last', async () => {
    const { tap, confirm, cardOf } = await showCards([kavya(), joseph()], asMentor)
    await expect.element(cardOf('Kavya Reddy')).toBeVisible()
    expect(confirm.elements()).toEqual([])
    await tap('Kavya Reddy', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
    await tap('Joseph Toppo', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Confirm choices')
    await tap('Joseph Toppo', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
  })

  test('[MAT-03] is hidden without active matches', async () => {
    const { confirm, cardOf } = await showCards([kavya({ status: 'EXPIRED', displayMessage: 'It is over.' })])
    await expect.element(cardOf('Kavya Reddy')).toBeVisible()
    expect(confirm.elements()).toEqual([])
  })

  test('is at the bottom of the screen on a phone, without overflow', async () => {
    await page.viewport(360, 740)
    const { confirm } = await showCards([kavya()])
    await expect.element(confirm).toBeInViewport()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})

describe('when the list is refetched', () => {
  test('[MAT-02] choices stay, and matches that are gone are named', async () => {
    const { tap, cardOf, data, screen } = await showCards([kavya(), joseph(), lakshmi()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    await tap('Joseph Toppo', 'Not interested')
    data.list = { ...data.list, matchTrackers: [kavya(), lakshmi()] }
    await refetchMatches(queryClient)
    await expect.element(cardOf('Joseph Toppo')).not.toBeInTheDocument()
    const yes = cardOf('Kavya Reddy').getByRole('button', { name: 'Interested', exact: true })
    await expect.element(yes).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByText('Joseph: can no longer be chosen.')).toBeVisible()
  })

  test('[MAT-02] choices are restored after another screen was shown', async () => {
    const { tap, cardOf, data } = await showCards([kavya(), joseph()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    const before = data.list
    data.list = matchList({ screen: 1 })
    await refetchMatches(queryClient)
    await expect.element(cardOf('Kavya Reddy')).not.toBeInTheDocument()
    data.list = { ...before }
    await refetchMatches(queryClient)
    const yes = cardOf('Kavya Reddy').getByRole('button', { name: 'Interested', exact: true })
    await expect.element(yes).toHaveAttribute('aria-pressed', 'true')
  })
})
