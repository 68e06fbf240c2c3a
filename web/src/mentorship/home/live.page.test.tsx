import { getProfile } from '@saathi/contract/accounts/calls'
import { listCards } from '@saathi/contract/content/community-calls'
import { getMentorshipProgress } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer } from '../../../test/harness.tsx'
import { answerHome, personWith, showHome } from './server.fake.ts'
import { inDays, member, mentorship, progress, walkCard } from '../mentorship.fake.ts'

const asha = member({ userId: 11, userFullName: 'Asha Rao' })
const farhan = member({ userId: 12, userFullName: 'Farhan Ali' })
const group = mentorship({ groupType: '1toM', part: 'mentor', partners: [asha, farhan], memberCount: 3 })

beforeEach(() => page.viewport(1280, 900))

describe('live updates', () => {
  async function lineOf() {
    await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
    FakeSocket.instances[0]?.open()
    return (event: unknown) => FakeSocket.instances[0]?.say(event)
  }

  test('[MEN-12] change the cards and the progress without a reload', async () => {
    const { held } = answerHome({ mine: [walkCard({ id: 5, sessionStatus: 'PARTIAL_COMPLETE', endDate: inDays(3) })] })
    const home = await showHome()
    await expect.element(home.getByText('partner yet to complete')).toBeVisible()
    const say = await lineOf()
    held.mine = [walkCard({ id: 5, sessionStatus: 'COMPLETED', partnerStatus: 'COMPLETED' })]
    held.progress = progress({ completedSessions: 6, partners: [{ userId: 2, completedSessions: 7, completedQuiz: 14 }] })
    say({ type: 'mentorship.progress_changed', mentorship: 7, session: 5 })
    await expect.element(home.getByRole('img', { name: /You have done 6 of 12 sessions. Meera has done 7/ })).toBeVisible()
    await expect.element(home.getByText('partner yet to complete')).not.toBeInTheDocument()
    await home.getByRole('tab', { name: 'Completed' }).click()
    await expect.element(home.getByRole('list', { name: 'Completed' }).getByText('completed', { exact: true })).toBeVisible()
  })

  test('[MEN-12] keep the shown data until the new data is loaded', async () => {
    answerHome()
    const home = await showHome()
    await expect.element(home.getByText('11/24')).toBeVisible()
    const say = await lineOf()
    const { inputs } = answer(getMentorshipProgress, 'hang')
    say({ type: 'mentorship.progress_changed', mentorship: 7, session: 5 })
    await expect.poll(() => inputs.length).toBe(1)
    await expect.element(home.getByText('11/24')).toBeVisible()
    expect(home.getByText('Loading your progress').elements()).toEqual([])
  })

  test('show a new partner without a reload', async () => {
    const { held } = answerHome({ mentorships: [mentorship({ part: 'mentor', partners: [asha] })] })
    const home = await showHome()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    const say = await lineOf()
    held.mentorships = [group]
    say({ type: 'mentorship.changed', mentorship: 7 })
    await expect.element(home.getByRole('heading', { level: 1, name: '3 members' })).toBeVisible()
  })

  test('open the area when the profile changes', async () => {
    const { held } = answerHome({ mentorships: [] })
    answer(listCards, { cards: [] })
    const home = await showHome('/mentorship', personWith({ curriculum: 'off' }))
    await expect.element(home.getByRole('heading', { level: 1, name: 'Mentorship is not open to you' })).toBeVisible()
    const say = await lineOf()
    answer(getProfile, personWith({ curriculum: 'use' }))
    held.mentorships = [mentorship()]
    say({ type: 'accounts.profile_changed' })
    await expect.element(home.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  })

  test('show a bookmark set on another device', async () => {
    answerHome({ mine: [walkCard({ id: 9, title: 'Ask for help' })] })
    const home = await showHome()
    const button = home.getByRole('button', { name: 'Bookmark: Ask for help' })
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    const say = await lineOf()
    say({ type: 'learning.bookmark_changed', session: 9, isBookmarked: true })
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  })
})
