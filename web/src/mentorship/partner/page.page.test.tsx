import { getPartnerProfile, listMentorships } from '@saathi/contract/mentorship/calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { personWith, showHome } from '../home/server.fake.ts'
import { meera, member, mentorship } from '../mentorship.fake.ts'

const profile = { ...meera, mentorship: 7, joinedAt: '2026-10-01T10:00:00+05:30' }

test('shows the partner’s profile, read-only', async () => {
  const { inputs } = answer(getPartnerProfile, profile)
  const screen = await showHome('/mentorship/partner/2?mentorship=7')
  const card = screen.getByRole('region', { name: 'Meera Iyer' })
  await expect.element(card.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  await expect.element(card.getByText('Mentor', { exact: true })).toBeVisible()
  await expect.element(card.getByText('Product designer, Bengaluru')).toBeVisible()
  await expect.element(card.getByText('In this mentorship since 1 Oct 2026')).toBeVisible()
  expect(
    card
      .getByRole('button')
      .elements()
      .map((each) => each.textContent),
  ).toEqual([expect.stringMatching(/^Report/)])
  expect(card.getByRole('textbox').elements()).toEqual([])
  const back = screen.getByRole('link', { name: 'Back to Mentorship' })
  await expect.element(back).toHaveAttribute('href', '/mentorship?mentorship=7')
  expect(inputs.at(-1)?.params).toEqual({ id: 7, userId: 2 })
})

test('says when there is no bio', async () => {
  answer(getPartnerProfile, { ...profile, bio: '' })
  const screen = await showHome('/mentorship/partner/2?mentorship=7')
  await expect.element(screen.getByText('Meera has not written anything yet.')).toBeVisible()
})

test('finds the shared mentorship when the address contains none', async () => {
  const anita = member({ userId: 30, userFullName: 'Anita Das', part: 'pair_manager' })
  answer(listMentorships, { mentorships: [mentorship(), mentorship({ id: 8, partners: [member()], pairManager: anita })] })
  const { inputs } = answer(getPartnerProfile, { ...profile, ...anita, mentorship: 8 })
  const screen = await showHome('/mentorship/partner/30')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Anita Das' })).toBeVisible()
  expect(inputs.at(-1)?.params).toEqual({ id: 8, userId: 30 })
})

test.each(['/mentorship/partner/99?mentorship=7', '/mentorship/partner/99', '/mentorship/partner/somebody'])(
  '%s shows that nobody was found, with a link back',
  async (path) => {
    answer(listMentorships, { mentorships: [mentorship()] })
    answer(getPartnerProfile, refuse('mentorship.not_found', 404))
    const screen = await showHome(path)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'You cannot see this profile' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to Mentorship' })).toHaveAttribute('href', '/mentorship')
  },
)

test('is closed together with the mentorship area', async () => {
  answer(getPartnerProfile, refuse('learning.curriculum_locked', 403))
  const screen = await showHome('/mentorship/partner/2?mentorship=7', personWith({ curriculum: 'show' }))
  await expect.element(screen.getByRole('heading', { level: 1, name: 'You cannot see this profile' })).toBeVisible()
})

test('a profile that fails to load shows an error and loads after a retry', async () => {
  answer(getPartnerProfile, 'network')
  const screen = await showHome('/mentorship/partner/2?mentorship=7')
  await expect.element(screen.getByRole('heading', { name: 'We could not load the profile' })).toBeVisible()
  answer(getPartnerProfile, profile)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
})
