import { getMatchList, setMatchStatus } from '@saathi/contract/matching/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { queryClient } from '#core/query-client.ts'
import { groupInfo, matchList } from '../matching.fake.ts'
import { asGroupMentor, asMentor, joseph, kavya, lakshmi, showCards } from './potential-matches.fake.tsx'
import { refetchMatches } from '../queries.ts'
import { RELOAD_AFTER_MS } from './unavailable-dialog.tsx'

beforeEach(() => page.viewport(1280, 900))

const asGroup = { group: groupInfo({ groupSize: 4, actualSize: 2 }) }

describe('confirming', () => {
  test('[MAT-05] sends matches with a choice or a state, by their alias', async () => {
    const { inputs, headers } = answer(setMatchStatus, { status: 'GROUP_HOLD' })
    const over = { status: 'EXPIRED', displayMessage: 'It is over.' } as const
    const { tap, confirm } = await showCards([kavya(), joseph({ ...over }), lakshmi()], asGroupMentor, asGroup)
    await tap('Kavya Reddy', 'Interested')
    await confirm.click()
    await expect.poll(() => inputs.length).toBe(1)
    expect(inputs[0]?.body).toEqual({
      interestSet: [
        { email: 'match-1@match.invalid', interestStatus: 'INTERESTED' },
        { email: 'match-3@match.invalid', interestStatus: 'INCOMPATIBLE' },
      ],
    })
    expect(headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('[MAT-05] sends a mentee’s acceptance with the others as PAIR_COMPLETE', async () => {
    const { inputs } = answer(setMatchStatus, { status: 'ON_HOLD' })
    const { tap, confirm } = await showCards([kavya(), joseph()])
    await tap('Kavya Reddy', 'Interested')
    await confirm.click()
    await expect
      .poll(() => inputs.map(({ body }) => body.interestSet.map(({ interestStatus }) => interestStatus)))
      .toEqual([['INTERESTED', 'PAIR_COMPLETE']])
  })

  test('[MAT-03] disables the button and all cards', async () => {
    const { inputs } = answer(setMatchStatus, 'hang')
    const { tap, confirm, cardOf } = await showCards([kavya()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    await confirm.click()
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
    const no = cardOf('Kavya Reddy').getByRole('button', { name: 'Not interested' })
    await expect.element(no).toHaveAttribute('aria-disabled', 'true')
    await confirm.click({ force: true })
    expect(inputs).toHaveLength(1)
  })

  test('[MAT-05] refetches the active matches, and for a group mentor the group', async () => {
    const { tap, confirm, lists, groups, data, cardOf, screen } = await showCards([kavya(), joseph()], asGroupMentor, asGroup)
    answer(setMatchStatus, () => {
      data.list = { ...data.list, matchTrackers: [lakshmi()] }
      return { status: 'GROUP_HOLD' as const }
    })
    await tap('Kavya Reddy', 'Interested')
    await tap('Joseph Toppo', 'Not interested')
    const before = { lists: lists.length, groups: groups.length }
    await confirm.click()
    await expect.element(cardOf('Lakshmi Nair')).toBeVisible()
    expect(lists.slice(before.lists).map(({ query }) => query.active)).toContain(true)
    expect(groups.length).toBeGreaterThan(before.groups)
    await expect.element(confirm).toHaveAccessibleName('Take action on all matches')
    await tap('Lakshmi Nair', 'Interested')
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
    expect(screen.getByText(/can no longer be chosen/).elements()).toEqual([])
    expect(screen.getByRole('dialog').elements()).toEqual([])
  })

  test.each([
    ['matching.over', 409, 'One of these matches is no longer open. Please look at the list again.'],
    ['matching.not_found', 404, 'One of these matches is no longer open. Please look at the list again.'],
    ['matching.undecided', 409, 'Please decide on each match first.'],
    ['matching.one_only', 400, 'You can be interested in one mentor at a time.'],
    ['matching.too_many', 409, 'You chose more people than there are places. Please take back a choice.'],
    [
      'matching.clash',
      409,
      'Two of the people you chose can’t be in the same group, or one doesn’t fit with a member of your group. Their cards say which.',
    ],
    ['matching.not_your_turn', 409, "You have already chosen. Now it is the mentor's turn to answer."],
  ])('[MAT-05] refused with %s enables the button, shows the reason and refetches the list', async (code, status, reason) => {
    answer(setMatchStatus, refuse(code, status))
    const { tap, confirm, screen, lists } = await showCards([kavya()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    const before = lists.length
    await confirm.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(reason)
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
    await expect.poll(() => lists.length).toBeGreaterThan(before)
    await tap('Kavya Reddy', 'Not interested')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('')
  })

  test('[MAT-05] retries a lost request with the same key, and keeps the choices', async () => {
    const lost = answer(setMatchStatus, 'network')
    const { tap, confirm, screen } = await showCards([kavya()], asMentor)
    await tap('Kavya Reddy', 'Interested')
    await confirm.click()
    await expect.element(screen.getByRole('alert')).not.toBeEmptyDOMElement()
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
    const again = answer(setMatchStatus, { status: 'SUCCESS' })
    await confirm.click()
    await expect.poll(() => again.headers.length).toBe(1)
    expect(again.headers[0]?.get('idempotency-key')).toBe(lost.headers[0]?.get('idempotency-key'))
  })
})

test('[MAT-05] a failed refetch after sending shows an error, and a retry loads the list', async () => {
  const { tap, confirm, screen, cardOf } = await showCards([kavya()])
  answer(setMatchStatus, () => {
    answer(getMatchList, 'network')
    return { status: 'ACCEPTED' as const }
  })
  await tap('Kavya Reddy', 'Not interested')
  await confirm.click()
  await expect.element(screen.getByRole('heading', { name: /Your choices were sent/ })).toBeVisible()
  answer(getMatchList, matchList({ screen: 2, matchTrackers: [joseph()] }))
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(cardOf('Joseph Toppo').getByRole('button', { name: 'Interested', exact: true })).toBeEnabled()
})

describe('when somebody else was quicker', () => {
  const cases = [
    ['MENTOR_UNAVAILABLE', 'mentor unavailable', {}],
    ['MENTEE_UNAVAILABLE', 'mentee unavailable', asMentor],
  ] as const

  test.each(cases)(
    '[MAT-05] %s opens a dialog that cannot be dismissed, and Refresh now reloads the page',
    async (status, title, side) => {
      answer(setMatchStatus, { status })
      const { tap, confirm, screen, reloads, lists } = await showCards([kavya()], side)
      await tap('Kavya Reddy', 'Interested')
      const before = lists.length
      await confirm.click()
      const dialog = screen.getByRole('dialog', { name: title })
      await expect.element(dialog).toBeVisible()
      const refresh = dialog.getByRole('button', { name: 'Refresh now' })
      await expect.element(refresh).toHaveFocus()
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog).toBeVisible()
      expect(reloads).toEqual([])
      expect(lists).toHaveLength(before)
      await refresh.click()
      expect(reloads).toHaveLength(1)
    },
  )

  test('[MAT-05] the dialog stays when the cards disappear', async () => {
    const { tap, confirm, screen, data } = await showCards([kavya()])
    answer(setMatchStatus, () => {
      data.list = matchList({ screen: 1 })
      return { status: 'MENTOR_UNAVAILABLE' as const }
    })
    await tap('Kavya Reddy', 'Interested')
    await confirm.click()
    await expect.element(screen.getByRole('dialog', { name: 'mentor unavailable' })).toBeVisible()
    await refetchMatches(queryClient)
    await expect.poll(() => screen.getByText('Kavya Reddy').elements()).toEqual([])
    await expect.element(screen.getByRole('dialog', { name: 'mentor unavailable' })).toBeVisible()
  })

  test('[MAT-05] the page reloads after a countdown of five seconds', async () => {
    answer(setMatchStatus, { status: 'MENTOR_UNAVAILABLE' })
    const { tap, confirm, screen, reloads } = await showCards([kavya()])
    await tap('Kavya Reddy', 'Interested')
    const pressedAt = performance.now()
    await confirm.click()
    const timer = screen.getByRole('timer')
    await expect.element(timer).toBeVisible()
    await expect.poll(() => timer.element().textContent).toMatch(/^The page refreshes in [1-4] seconds?\.$/)
    await expect.poll(() => reloads.length).toBe(1)
    expect(RELOAD_AFTER_MS).toBe(5_000)
    expect(performance.now() - pressedAt).toBeGreaterThanOrEqual(RELOAD_AFTER_MS)
  })
})
