import { getPartnerProfile } from '@saathi/contract/mentorship/calls'
import * as calls from '@saathi/contract/mentorship/course-calls'
import type { CheckIn, MyCourse, PairRequest } from '@saathi/contract/mentorship/course-entities'
import { page } from 'vitest/browser'
import { describe, expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerHome, showHome } from '../home/server.fake.ts'
import { meera, member, mentorship } from '../mentorship.fake.ts'

const checkIn: CheckIn = { number: 1, askedAt: '2026-10-15T10:00:00+05:30', score: null, words: '', answeredAt: null }
const none: MyCourse['agreement'] = { meetingsPerMonth: null, agreedAt: null, proposals: [] }
const proposal = { id: 4, meetingsPerMonth: 2, proposedAt: '2026-11-10T10:00:00+05:30', proposedBy: 2 }
const answerCourse = (changes: Partial<MyCourse> = {}) =>
  answer(calls.getMyCourse, { agreement: none, checkIn: null, request: null, ...changes })

describe('the check-in', () => {
  test('[TOD-06] is answered with one tap, then a sentence for the team if one likes', async () => {
    answerHome()
    answerCourse({ checkIn })
    const { inputs } = answer(calls.answerCheckIn, ({ body }) => ({ ...checkIn, ...body, answeredAt: checkIn.askedAt }))
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How is it going between you?' })
    await expect.element(card.getByText(/Only our team reads your answer/)).toBeVisible()
    await card.getByRole('button', { name: 'A bit hard' }).click()
    await expect.element(card.getByText('Thank you. You said: A bit hard.')).toBeVisible()
    await card.getByLabelText(/A sentence for the team/).fill('He is often late.')
    await card.getByRole('button', { name: 'Send to the team' }).click()
    await expect.element(card.getByText('Thank you. Your words have reached the team.')).toBeVisible()
    expect(inputs.map(({ body }) => body)).toEqual([
      { number: 1, score: 2, words: '' },
      { number: 1, score: 2, words: 'He is often late.' },
    ])
  })

  test('without a network the answer is saved on the device', async () => {
    answerHome()
    answerCourse({ checkIn })
    answer(calls.answerCheckIn, 'network')
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How is it going between you?' })
    await card.getByRole('button', { name: 'Very well' }).click()
    await expect.element(card.getByText(/Saved here. Will be sent when you are back./)).toBeVisible()
  })

  test('a refused one can be answered again', async () => {
    answerHome()
    answerCourse({ checkIn })
    answer(calls.answerCheckIn, refuse('mentorship.check_in_over', 409))
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How is it going between you?' })
    await card.getByRole('button', { name: 'Very well' }).click()
    await expect.element(card.getByText('Your answer could not be sent. Please try again.')).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Very well' })).toBeVisible()
  })

  test('an answered one is not shown', async () => {
    answerHome()
    answerCourse({ checkIn: { ...checkIn, score: 4, answeredAt: checkIn.askedAt } })
    const home = await showHome()
    await expect.element(home.getByRole('region', { name: 'How often you meet' })).toBeVisible()
    expect(home.getByText('How is it going between you?').elements()).toEqual([])
  })
})

describe('the agreement', () => {
  test('[TOD-06] the partner’s proposal is accepted with one tap', async () => {
    answerHome()
    answerCourse({ agreement: { ...none, proposals: [proposal] } })
    const agreed = { meetingsPerMonth: 2, agreedAt: '2026-11-14T10:00:00+05:30', proposals: [] }
    const { inputs } = answer(calls.acceptAgreement, agreed)
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How often you meet' })
    await expect.element(card.getByText('Meera suggests: 2 times a month')).toBeVisible()
    await card.getByRole('button', { name: 'Accept' }).click()
    await expect.element(card.getByText('2 times a month', { exact: true })).toBeVisible()
    await expect.element(card.getByText(/^Agreed on .*14/)).toBeVisible()
    expect(inputs).toMatchObject([{ params: { id: 7, proposalId: 4 } }])
  })

  test('a member proposes one and can withdraw the proposal', async () => {
    answerHome()
    answerCourse()
    const own = { ...proposal, meetingsPerMonth: 4, proposedBy: 1 }
    const { inputs } = answer(calls.proposeAgreement, { ...none, proposals: [own] })
    answer(calls.closeProposal, none)
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How often you meet' })
    await card.getByRole('button', { name: 'Suggest a number' }).click()
    const dialog = home.getByRole('dialog', { name: 'How often would you like to meet?' })
    await dialog.getByLabelText('Meetings a month').selectOptions('4 times a month')
    await dialog.getByRole('button', { name: 'Suggest it' }).click()
    await expect.element(card.getByText('You suggested: 4 times a month. Waiting for an answer.')).toBeVisible()
    expect(inputs).toMatchObject([{ body: { meetingsPerMonth: 4 } }])
    await card.getByRole('button', { name: 'Take it back' }).click()
    await expect.element(card.getByText(/You have not agreed on it yet/)).toBeVisible()
  })

  test('is loaded again if the accepted proposal no longer exists', async () => {
    answerHome()
    answerCourse({ agreement: { ...none, proposals: [proposal] } })
    answer(calls.acceptAgreement, refuse('mentorship.proposal_not_found', 404))
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How often you meet' })
    await expect.element(card.getByText('Meera suggests: 2 times a month')).toBeVisible()
    const { inputs } = answerCourse({ agreement: { ...none, proposals: [{ ...proposal, id: 5, meetingsPerMonth: 3 }] } })
    await card.getByRole('button', { name: 'Accept' }).click()
    await expect.element(card.getByText('Meera suggests: 3 times a month')).toBeVisible()
    expect(inputs).toHaveLength(1)
  })

  test('a group mentor sets it for all', async () => {
    const group = mentorship({ groupType: '1toM', part: 'mentor', partners: [member(), member()] })
    answerHome({ mentorships: [group] })
    answerCourse()
    const home = await showHome()
    await home.getByRole('button', { name: 'Set a number' }).click()
    await expect.element(home.getByText('It counts for your group at once, and everyone is notified.')).toBeVisible()
  })

  test('that fails to load offers another try', async () => {
    answerHome()
    answer(calls.getMyCourse, 'network')
    const home = await showHome()
    const card = home.getByRole('region', { name: 'How often you meet' })
    await expect.element(card.getByText('We could not load how often you meet')).toBeVisible()
    answerCourse({ agreement: { meetingsPerMonth: 1, agreedAt: checkIn.askedAt, proposals: [] } })
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect.element(card.getByText('once a month')).toBeVisible()
  })
})

describe('a request to the team', () => {
  const profile = { ...meera, mentorship: 7, joinedAt: '2026-10-01T10:00:00+05:30' }
  const request: PairRequest = {
    id: 5,
    kind: 'other_partner',
    reason: 'no_answer',
    words: 'Nobody writes back.',
    askedAt: '2026-11-14T10:00:00+05:30',
    isOpen: true,
    answers: [],
  }
  const showPartner = () => {
    answer(getPartnerProfile, profile)
    return showHome('/mentorship/partner/2?mentorship=7')
  }

  test('[TOD-11] is made on the partner’s page with a wish and a reason', async () => {
    answerCourse()
    const { inputs } = answer(calls.requestChange, request)
    const screen = await showPartner()
    await screen.getByRole('button', { name: 'Ask the team' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Would you like something to change?' })
    await expect.element(dialog.getByRole('button', { name: 'Send to the team' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByText('I would like another partner').click()
    await dialog.getByText('I do not feel comfortable').click()
    await expect.element(dialog.getByText(/Please use Report/)).toBeVisible()
    await dialog.getByText('I get no answers').click()
    await dialog.getByLabelText(/In your own words/).fill('Nobody writes back.')
    await dialog.getByRole('button', { name: 'Send to the team' }).click()
    await expect.element(screen.getByRole('region', { name: 'Your request to the team' })).toBeVisible()
    expect(inputs).toMatchObject([{ body: { kind: 'other_partner', reason: 'no_answer', words: 'Nobody writes back.' } }])
  })

  test('[TOD-11] shows each answer of the team, and can be taken back while it is open', async () => {
    const talk = { kind: 'talk', words: 'Are you free on Friday?', answeredAt: '2026-11-15T10:00:00+05:30' } as const
    answerCourse({ request: { ...request, answers: [talk] } })
    answer(calls.withdrawRequest, { ...request, isOpen: false, answers: [talk] })
    const screen = await showPartner()
    const card = screen.getByRole('region', { name: 'Your request to the team' })
    await expect.element(card.getByText('We would like to talk with you first.')).toBeVisible()
    await expect.element(card.getByText('Are you free on Friday?')).toBeVisible()
    await card.getByRole('button', { name: 'Take it back' }).click()
    await expect.element(card.getByText('This request is closed.')).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Ask again' })).toBeVisible()
  })

  test.each([360, 1280])('fits a screen of %i px', async (width) => {
    await page.viewport(width, 800)
    answerCourse({ request })
    const screen = await showPartner()
    await expect.element(screen.getByRole('region', { name: 'Your request to the team' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
