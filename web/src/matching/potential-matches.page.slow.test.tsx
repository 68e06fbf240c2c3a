import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#core/query-client.ts'
import { groupInfo, match, memberInfo, matchList } from './matching.fake.ts'
import { asGroupMentor, asMentor, joseph, kavya, lakshmi, showCards, speaks } from './potential-matches.fake.tsx'
import { hearMatches } from './queries.ts'

beforeEach(() => page.viewport(1280, 900))

const asGroup = (given = {}) => ({ group: groupInfo({ groupSize: 4, actualSize: 2, ...given }) })

describe('a group mentor', () => {
  test('[MAT-04] sees who does not fit a chosen one, on what, and what would change it; and it is undone', async () => {
    const { cardOf, tap, screen } = await showCards([kavya(), joseph(), lakshmi()], asGroupMentor, asGroup())
    await tap('Kavya Reddy', 'Interested')
    const card = cardOf('Lakshmi Nair')
    await expect.element(card.getByText('Does not fit this group')).toBeVisible()
    await expect.element(card.getByText('Language, must match')).toBeVisible()
    await expect.element(card.getByText('Lakshmi says Malayalam; Kavya says Hindi and Telugu')).toBeVisible()
    await expect.element(card.getByText('Change your choice for Kavya to include Lakshmi.')).toBeVisible()
    expect(card.getByRole('group').elements()).toEqual([])
    await expect.element(cardOf('Joseph Toppo').getByRole('group')).toBeVisible()
    await expect.element(screen.getByText('1 of 2 decided. Not to be chosen now: Lakshmi.')).toBeInTheDocument()
    await tap('Kavya Reddy', 'Interested')
    await expect.element(card.getByRole('group')).toBeVisible()
    expect(card.getByText('Does not fit this group').elements()).toEqual([])
  })

  test('[MAT-04] the places are full when the last is chosen, and open again when it is given back', async () => {
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

  test('[MAT-04] who does not fit a member cannot be chosen at all', async () => {
    const member = memberInfo({ fullName: 'Arjun Das', exclusiveCriteria: speaks('Hindi') })
    const { cardOf } = await showCards([lakshmi()], asGroupMentor, asGroup({ existingMemberInfo: [member] }))
    const card = cardOf('Lakshmi Nair')
    await expect.element(card.getByText('Arjun Das already has a place and does not fit together with Lakshmi.')).toBeVisible()
    await expect.element(card.getByText('Lakshmi says Malayalam; Arjun Das says Hindi')).toBeVisible()
  })

  test('[MAT-04] who was said no to and fits no more cannot be said yes to, and the card says why', async () => {
    const { cardOf, tap } = await showCards([kavya(), lakshmi()], asGroupMentor, asGroup())
    await tap('Lakshmi Nair', 'Not interested')
    await tap('Kavya Reddy', 'Interested')
    const yes = cardOf('Lakshmi Nair').getByRole('button', { name: 'Interested', exact: true })
    await expect.element(yes).toHaveAttribute('aria-disabled', 'true')
    await expect.element(yes).toHaveAccessibleDescription('Change your choice for Kavya to include Lakshmi.')
  })
})

describe('a mentee of pairs', () => {
  test('[MAT-04] with one yes the others are out of the question, and back when it is taken back', async () => {
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
  test('[MAT-03] of a mentee asks for all matches until nothing is left', async () => {
    const { tap, confirm } = await showCards([kavya(), joseph()])
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await tap('Kavya Reddy', 'Not interested')
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await tap('Joseph Toppo', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Confirm choices')
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  })

  test('[MAT-03] of a group mentor does not wait for those who are ruled out, but for the compatible', async () => {
    const { tap, confirm, screen } = await showCards([kavya(), joseph(), lakshmi()], asGroupMentor, asGroup())
    await tap('Kavya Reddy', 'Interested')
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
    await expect.element(screen.getByText('1 of 2', { exact: true })).toBeVisible()
    await tap('Joseph Toppo', 'Not interested')
    await expect.element(confirm).toHaveAccessibleName('Confirm choices')
  })

  test('[MAT-03] of a mentor of pairs is there from the first choice on, and works after the last', async () => {
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

  test('[MAT-03] is not there where nothing can be decided', async () => {
    const { confirm, cardOf } = await showCards([kavya({ status: 'EXPIRED', displayMessage: 'It is over.' })])
    await expect.element(cardOf('Kavya Reddy')).toBeVisible()
    expect(confirm.elements()).toEqual([])
  })

  test('on a phone it lies at the end of the screen and over no card’s last line', async () => {
    await page.viewport(360, 740)
    const { confirm } = await showCards([kavya()])
    await expect.element(confirm).toBeInViewport()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})

describe('when the list is read anew', () => {
  test('[MAT-02] what was chosen stays, and who is gone is named', async () => {
    const { tap, cardOf, held, screen } = await showCards([kavya(), joseph(), lakshmi()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    await tap('Joseph Toppo', 'Not interested')
    held.list = { ...held.list, matchTrackers: [kavya(), lakshmi()] }
    await hearMatches(queryClient)
    await expect.element(cardOf('Joseph Toppo')).not.toBeInTheDocument()
    const yes = cardOf('Kavya Reddy').getByRole('button', { name: 'Interested', exact: true })
    await expect.element(yes).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByText('Joseph: can no longer be chosen.')).toBeVisible()
  })

  test('[MAT-02] what was chosen is still there after a look elsewhere', async () => {
    const { tap, cardOf, held } = await showCards([kavya(), joseph()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    const before = held.list
    held.list = matchList({ screen: 1 })
    await hearMatches(queryClient)
    await expect.element(cardOf('Kavya Reddy')).not.toBeInTheDocument()
    held.list = { ...before }
    await hearMatches(queryClient)
    const yes = cardOf('Kavya Reddy').getByRole('button', { name: 'Interested', exact: true })
    await expect.element(yes).toHaveAttribute('aria-pressed', 'true')
  })
})
