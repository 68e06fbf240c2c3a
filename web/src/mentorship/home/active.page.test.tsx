import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerHome, showHome } from './server.fake.ts'
import { inDays, member, mentorship, progress, walkCard } from '../mentorship.fake.ts'

const asha = member({ userId: 11, userFullName: 'Asha Rao' })
const farhan = member({ userId: 12, userFullName: 'Farhan Ali' })
const group = mentorship({ groupType: '1toM', part: 'mentor', partners: [asha, farhan], memberCount: 3 })
const groupProgress = progress({
  partners: [
    { userId: 11, completedSessions: 4, completedQuiz: 9 },
    { userId: 12, completedSessions: 1, completedQuiz: 1 },
  ],
})

beforeEach(() => page.viewport(1280, 900))

describe('the home', () => {
  test('[MEN-02] has the partner, the session to continue, the sessions, the calendar and the rewards', async () => {
    answerHome({
      mine: [
        walkCard({ id: 1, title: 'All done', sessionStatus: 'PARTIAL_COMPLETE' }),
        walkCard({
          id: 2,
          title: 'A goal that pulls you forward',
          completedSteps: 2,
          resumeStep: 24,
          resumeNumber: 4,
          endDate: inDays(2),
        }),
        walkCard({ id: 3, title: 'Older', completedSteps: 1, resumeStep: 32, resumeNumber: 2 }),
      ],
    })
    const home = await showHome()
    await expect.element(home.getByRole('region', { name: 'Meera Iyer' })).toBeVisible()
    const pickUp = home.getByRole('region', { name: 'Pick up where you left off' })
    await expect.element(pickUp.getByRole('heading', { name: 'A goal that pulls you forward' })).toBeVisible()
    await expect.element(pickUp.getByText('Step 4 of 5')).toBeVisible()
    await expect
      .element(pickUp.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/mentorship/2/step/24?mentorship=7')
    const days = home.getByRole('complementary', { name: 'Days and rewards' }).getByRole('list', { name: 'Coming up' })
    const due = days.getByRole('link', { name: 'A goal that pulls you forward' })
    await expect.element(due).toHaveAttribute('href', '/mentorship/2/sessionintro?mentorship=7')
    await expect.element(days.getByText('Session deadline · 2 days left')).toBeVisible()
    await expect.element(home.getByRole('region', { name: 'Rewards' })).toBeVisible()
  })

  test('[MEN-02] shows started, available and completed sessions in three lists', async () => {
    answerHome({
      mine: [
        walkCard({ title: 'Last opened' }),
        walkCard({ title: 'Waiting', sessionStatus: 'PARTIAL_COMPLETE' }),
        walkCard({ title: 'Behind us', sessionStatus: 'COMPLETED' }),
      ],
      open: [
        walkCard({ title: 'First ahead', sessionStatus: 'NOT_STARTED' }),
        walkCard({ title: 'Second ahead', sessionStatus: 'NOT_STARTED' }),
      ],
    })
    const home = await showHome()
    const titles = () =>
      home
        .getByRole('tabpanel')
        .getByRole('link')
        .elements()
        .map((link) => link.textContent)
    await expect.poll(titles).toEqual(['Last opened', 'Waiting'])
    await home.getByRole('tab', { name: 'Available' }).click()
    await expect.poll(titles).toEqual(['First ahead', 'Second ahead'])
    await home.getByRole('tab', { name: 'Completed' }).click()
    await expect.poll(titles).toEqual(['Behind us'])
    expect(home.pathNow()).toBe('/mentorship?mentorship=7&list=completed')
  })

  test('[MEN-02] links to the summary of a session whose steps are still being written', async () => {
    answerHome({ mine: [walkCard({ id: 2, totalSteps: 0 })] })
    const home = await showHome()
    const pickUp = home.getByRole('region', { name: 'Pick up where you left off' })
    await expect
      .element(pickUp.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/mentorship/2/summary?mentorship=7')
    expect(pickUp.getByText(/Step/).elements()).toEqual([])
  })

  test('[MEN-02] offers no session to continue when all started ones are done', async () => {
    answerHome({ mine: [walkCard({ title: 'Waiting', sessionStatus: 'PARTIAL_COMPLETE' })] })
    const home = await showHome()
    await expect.element(home.getByRole('link', { name: 'Waiting' })).toBeVisible()
    expect(home.getByText('Pick up where you left off').elements()).toEqual([])
  })

  test('its tabs are one tab stop, with arrow keys, Home and End', async () => {
    answerHome()
    const home = await showHome('/mentorship?list=available')
    const tab = (name: string) => home.getByRole('tab', { name })
    await expect.element(tab('Available')).toHaveAttribute('aria-selected', 'true')
    expect(tab('Recent').element().tabIndex).toBe(-1)
    tab('Available').element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Completed')).toHaveAttribute('aria-selected', 'true')
    await expect.element(tab('Completed')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Recent')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(tab('Completed')).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect.element(home.getByRole('tabpanel', { name: 'Recent' })).toBeVisible()
  })

  test('marks the due dates in the month', async () => {
    answerHome({ open: [walkCard({ title: 'Due today', sessionStatus: 'NOT_STARTED', endDate: inDays(0) })] })
    const home = await showHome()
    const today = home.getByRole('cell', { name: /due: Due today/ })
    await expect.element(today).toHaveAttribute('aria-current', 'date')
  })

  test.each([360, 768, 1280])('fits a screen of %i px', async (width) => {
    await page.viewport(width, 800)
    answerHome({
      mentorships: [group],
      progress: groupProgress,
      mine: [
        walkCard({
          title: 'Averyveryverylongtitlewithoutanyspace',
          endDate: inDays(1),
          partnerStatus: 'COMPLETED',
          tags: ['Confidence'],
        }),
      ],
    })
    const home = await showHome()
    await expect.element(home.getByRole('list', { name: 'Recent' })).toBeVisible()
    await home.getByRole('button', { name: '2 mentees' }).click()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

describe('the partner', () => {
  test('[MEN-03] of a mentee is the mentor, whose name links to their profile', async () => {
    answerHome()
    const home = await showHome()
    const card = home.getByRole('region', { name: 'Meera Iyer' })
    await expect.element(card.getByText('Your mentor')).toBeVisible()
    await expect.element(card.getByText('Product designer, Bengaluru')).toBeVisible()
    const name = card.getByRole('link', { name: 'Meera Iyer' })
    await expect.element(name).toHaveAttribute('href', '/mentorship/partner/2?mentorship=7')
    const thread = 'You have done 5 of 12 sessions. Meera has done 6 of 12.'
    await expect.element(card.getByRole('img', { name: thread })).toBeVisible()
    await expect.element(card.getByText('You · 05 done')).toBeVisible()
    await expect.element(card.getByText('Meera · 06 done')).toBeVisible()
  })

  test('[MEN-03] of a mentor with one mentee is that mentee', async () => {
    answerHome({ mentorships: [mentorship({ part: 'mentor', partners: [asha] })] })
    const home = await showHome()
    await expect.element(home.getByRole('region', { name: 'Asha Rao' }).getByText('Your mentee')).toBeVisible()
  })

  test('[MEN-03] several are a collapsible list, with the member count and each one’s progress', async () => {
    answerHome({ mentorships: [group], progress: groupProgress })
    const home = await showHome()
    const card = home.getByRole('region', { name: '3 members' })
    const fold = card.getByRole('button', { name: '2 mentees' })
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
    const list = card.getByRole('list', { name: 'Everyone and their progress' })
    expect(list.elements()).toEqual([])
    await fold.click()
    await expect.element(list.getByRole('link', { name: 'Asha Rao' })).toBeVisible()
    const own = list.getByRole('progressbar', { name: 'Progress of Asha Rao' })
    await expect.element(own).toHaveAttribute('aria-valuetext', '4 of 12 sessions, 9 quizzes')
    await fold.click()
    expect(list.elements()).toEqual([])
  })

  test('[MEN-03] of a mentee in a group is the mentor only; the others are a number', async () => {
    answerHome({
      mentorships: [mentorship({ groupType: '1toM', memberCount: 6, otherMentees: 4 })],
      mine: [walkCard({ title: 'Ask for help', others: { total: 4, started: 2, completed: 1 } })],
    })
    const home = await showHome()
    await expect.element(home.getByText('4 other mentees walk with you.')).toBeVisible()
    await expect.element(home.getByRole('img', { name: '2 other mentees have started' })).toBeVisible()
    expect(home.getByRole('button', { name: /mentees|people/ }).elements()).toEqual([])
  })

  test('[MEN-03] a pair manager sees everyone’s progress, and no sessions', async () => {
    const mentor = member({ userId: 2, userFullName: 'Meera Iyer', part: 'mentor' })
    answerHome({
      mentorships: [mentorship({ part: 'pair_manager', partners: [mentor, asha], memberCount: 2 })],
      progress: {
        ...groupProgress,
        partners: [...groupProgress.partners, { userId: 2, completedSessions: 5, completedQuiz: 8 }],
      },
    })
    const home = await showHome()
    const list = home.getByRole('list', { name: 'Everyone and their progress' })
    await expect.element(list.getByRole('link', { name: 'Meera Iyer' })).toBeVisible()
    const farthest = list.getByRole('progressbar', { name: 'Progress of Meera Iyer' })
    await expect.element(farthest).toHaveAttribute('aria-valuetext', '5 of 12 sessions, 8 quizzes')
    await expect.element(list.getByText('4 of 12 sessions')).toBeVisible()
    expect(home.getByRole('heading', { name: 'Sessions' }).elements()).toEqual([])
    expect(home.getByRole('heading', { name: 'Rewards' }).elements()).toEqual([])
  })
})
