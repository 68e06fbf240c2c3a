import { getMentorshipProgress } from '@saathi/contract/mentorship/calls'
import type { MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { answerHome } from '../home/server.fake.ts'
import { member, mentorship, progress } from '../mentorship.fake.ts'
import { answerSession, read, showSession, step, activeProfile, mentorshipSession } from './server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
type StepStatus = MentorshipProgress['steps'][number]['status']

const at = (stepId: number, status: StepStatus) => ({ sessionId: 3, stepId, status })
const rows = (screen: Screen) => screen.getByRole('region', { name: 'Steps' }).getByRole('listitem')
const facesOf = (screen: Screen, place: number) => rows(screen).nth(place).getByRole('img')

beforeEach(() => page.viewport(390, 844))

describe('the steps', () => {
  test('[MEN-06] have number, duration and title, and link to their pages', async () => {
    answerHome()
    answerSession(
      mentorshipSession({
        resumeStep: 12,
        sessionSteps: [read(11, { title: 'Look back', duration: 6 }), step(12, { title: 'Choose', duration: 8.5 })],
      }),
    )
    const screen = await showSession('summary')
    const choose = rows(screen).nth(1)
    await expect.element(choose.getByText('2', { exact: true })).toBeVisible()
    await expect.element(choose.getByText('9 min')).toBeVisible()
    await expect.element(rows(screen).nth(0).getByText('6 min')).toBeVisible()
    const link = choose.getByRole('link', { name: 'Choose' })
    await expect.element(link).toHaveAttribute('href', '/mentorship/3/step/12')
    await link.click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Choose' })).toBeVisible()
  })

  test('[MEN-06] show the faces of the reader and the partner at the steps they have reached', async () => {
    const partnerSteps = [{ userId: 2, stepDetails: [at(11, 'COMPLETED'), at(12, 'COMPLETED'), at(13, 'ONGOING')] }]
    answerHome({ progress: progress({ partnerSteps }) })
    answerSession(mentorshipSession({ resumeStep: 12, sessionSteps: [read(11), step(12), step(13), step(14)] }))
    const screen = await showSession('summary')
    await expect.element(facesOf(screen, 0)).toHaveAccessibleName('Completed by you and Meera.')
    await expect.element(facesOf(screen, 1)).toHaveAccessibleName('Completed by Meera. At this step: you.')
    await expect.element(facesOf(screen, 2)).toHaveAccessibleName('At this step: Meera.')
    expect(facesOf(screen, 3).elements()).toEqual([])
  })

  test('[MEN-06] of a group show a mentee the mentor, and only the number of the others', async () => {
    const partnerSteps = [{ userId: 2, stepDetails: [at(11, 'COMPLETED')] }]
    const otherSteps = [
      { sessionId: 3, stepId: 11, started: 1, completed: 2 },
      { sessionId: 3, stepId: 12, started: 1, completed: 0 },
    ]
    answerHome({
      mentorships: [mentorship({ groupType: '1toM', memberCount: 5, otherMentees: 3 })],
      progress: progress({ partnerSteps, otherSteps }),
    })
    answerSession(mentorshipSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    const screen = await showSession('summary')
    await expect
      .element(facesOf(screen, 0))
      .toHaveAccessibleName('Completed by Meera. 2 other mentees have completed it. 1 other mentee is at this step.')
    await expect.element(rows(screen).nth(0).getByText('+3 more')).toBeVisible()
    await expect.element(facesOf(screen, 1)).toHaveAccessibleName('1 other mentee is at this step.')
  })

  test('[MEN-06] of a group show a mentor every mentee', async () => {
    const partners = [member({ userId: 4, userFullName: 'Arjun Das' }), member({ userId: 5, userFullName: 'Divya Nair' })]
    const partnerSteps = [
      { userId: 4, stepDetails: [at(11, 'ONGOING')] },
      { userId: 5, stepDetails: [at(11, 'COMPLETED'), at(12, 'ONGOING')] },
      { userId: 99, stepDetails: [at(11, 'COMPLETED')] },
    ]
    answerHome({ mentorships: [mentorship({ part: 'mentor', partners })], progress: progress({ partnerSteps }) })
    answerSession(mentorshipSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    const screen = await showSession('summary')
    await expect.element(facesOf(screen, 0)).toHaveAccessibleName('Completed by Divya. At this step: Arjun.')
    await expect.element(facesOf(screen, 1)).toHaveAccessibleName('At this step: Divya.')
  })

  test('[MEN-12] show a partner’s progress without a reload', async () => {
    const { held } = answerHome({ progress: progress({ partnerSteps: [{ userId: 2, stepDetails: [at(11, 'ONGOING')] }] }) })
    answerSession(mentorshipSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    const screen = await showSession('summary')
    await expect.element(facesOf(screen, 0)).toHaveAccessibleName('At this step: Meera.')
    held.progress = progress({ partnerSteps: [{ userId: 2, stepDetails: [at(11, 'COMPLETED'), at(12, 'ONGOING')] }] })
    FakeSocket.instances[0]?.say({ type: 'mentorship.progress_changed', mentorship: 7, session: 3 })
    await expect.element(facesOf(screen, 0)).toHaveAccessibleName('Completed by Meera.')
    await expect.element(facesOf(screen, 1)).toHaveAccessibleName('At this step: Meera.')
  })

  test('are shown without the faces if those fail to load, and with them after a retry', async () => {
    answerHome()
    answerSession(mentorshipSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    answer(getMentorshipProgress, refuse('core.broken', 500))
    const screen = await showSession('summary')
    const note = screen.getByRole('status').filter({ hasText: 'We couldn’t load everyone’s progress.' })
    await expect.element(note).toBeVisible()
    await expect.element(rows(screen).first()).toBeVisible()
    answer(getMentorshipProgress, progress({ partnerSteps: [{ userId: 2, stepDetails: [at(11, 'COMPLETED')] }] }))
    await note.getByRole('button', { name: 'Try again' }).click()
    await expect.element(facesOf(screen, 0)).toHaveAccessibleName('Completed by Meera.')
    await expect.element(note).not.toBeInTheDocument()
  })

  test('say that the device is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answerHome()
    answerSession(mentorshipSession())
    answer(getMentorshipProgress, 'network')
    const screen = await showSession('summary')
    const note = screen.getByRole('status').filter({ hasText: 'It comes back with your connection.' })
    await expect.element(note).toBeVisible()
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  })
})

describe('the button', () => {
  test('[MEN-06] continues at the resume step, and posts nothing', async () => {
    answerHome()
    const server = answerSession(mentorshipSession({ resumeStep: 12, sessionSteps: [read(11), step(12), step(13)] }))
    const screen = await showSession('summary')
    await screen.getByRole('link', { name: 'Continue' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/12')
    expect(server.started).toEqual([])
  })

  test('[MEN-06] starts the session once, in its mentorship, even if pressed twice, also by keyboard', async () => {
    answerHome()
    const server = answerSession(mentorshipSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    const screen = await showSession('summary?mentorship=7')
    const start = screen.getByRole('button', { name: 'Start' })
    await expect.element(start).toBeVisible()
    const button = start.element()
    if (button instanceof HTMLElement) button.focus()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/11?mentorship=7')
    expect(server.started).toEqual([{ body: { session: 3, mentorship: 7 } }])
  })
})

test.each([320, 360, 1280])('nothing is wider than a screen of %i', async (width) => {
  await page.viewport(width, 800)
  const words = 'Antidisestablishmentarianism'.repeat(4)
  const partners = Array.from({ length: 8 }, (_, place) => member({ userId: 20 + place, userFullName: `${words} ${place}` }))
  const partnerSteps = partners.map(({ userId }) => ({ userId, stepDetails: [at(11, 'COMPLETED')] }))
  const otherSteps = [{ sessionId: 3, stepId: 11, started: 90, completed: 900 }]
  answerHome({ mentorships: [mentorship({ part: 'mentor', partners })], progress: progress({ partnerSteps, otherSteps }) })
  answerSession(mentorshipSession({ title: words, sessionSteps: [step(11, { title: words })] }))
  const screen = await showApp({ profile: activeProfile(), path: '/mentorship/3/summary' })
  await expect.element(screen.getByText('+990 more')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const article = screen.getByRole('article').element()
  expect(article.scrollWidth).toBeLessThanOrEqual(article.clientWidth)
})
