import { listMySessions, listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { getSession, startSession } from '@saathi/contract/learning/session-calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { content, quizItem, sessionDetail, standingOf, step } from '../session/detail.fake.ts'
import { answerSession } from '../session/server.fake.ts'

const showIntro = (id: number | string = 3) => showApp({ profile: makeProfile(), path: `/session/sessionintroduction/${id}` })

const storeSteps = (steps: Record<string, number>) => localStorage.setItem('saathi.sessions', JSON.stringify({ steps }))
const notStarted = () => sessionDetail({ sessionStatus: 'NOT_STARTED', resumeStep: null })

beforeEach(() => page.viewport(390, 844))

describe('the introduction', () => {
  test('[LRN-06] shows the full title, tags, duration, steps, overview, bookmark and close button', async () => {
    const title = 'How to speak up in a room full of strangers and stay calm'
    answerSession(
      sessionDetail({
        title,
        tags: ['Communication', 'Self'],
        overview: 'Your voice gets **steadier** with a plan.',
        sessionSteps: [step(11, { duration: 6 }), step(12, { duration: 8.5, content: [quizItem()] })],
      }),
    )
    const screen = await showIntro()
    await expect.element(screen.getByRole('heading', { level: 1, name: title, exact: true })).toHaveTextContent(title)
    const article = screen.getByRole('article')
    for (const words of ['Communication', 'Self', '15 min', '2 steps', '1 quiz'])
      await expect.element(article.getByText(words, { exact: true }).first()).toBeVisible()
    await expect.element(screen.getByText('Your voice gets steadier with a plan.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: `Bookmark: ${title}` })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Close session' })).toBeVisible()
    expect(document.title).toBe(`${title} · Learning Hub · Saathi`)
  })

  test('[LRN-06] uses the reader’s language, field by field', async () => {
    answerSession(sessionDetail({ title: 'Speak up', localeTitle: 'अपनी बात रखिए', overview: 'A plan.', localeOverview: '' }))
    const screen = await showIntro()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'अपनी बात रखिए' })).toBeVisible()
    await expect.element(screen.getByText('A plan.')).toBeVisible()
  })

  test('lists the steps with their state, as links once the session is started', async () => {
    answerSession(
      sessionDetail({
        resumeStep: 12,
        sessionSteps: [
          step(11, { title: 'Loud', status: 'COMPLETED' }),
          step(12, { title: 'Breath' }),
          step(13, { title: 'Try' }),
        ],
      }),
    )
    const screen = await showIntro()
    await expect.element(screen.getByRole('listitem').first()).toBeVisible()
    const items = screen.getByRole('region', { name: 'Steps' }).getByRole('listitem')
    expect(items.elements().map((item) => item.querySelector('span')?.textContent)).toEqual([
      'Loud, done',
      'Breath, you are here',
      'Try, ahead of you',
    ])
    await screen.getByRole('link', { name: 'Try' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step?session=3&step=13')
  })

  test('has no step links before the session is started', async () => {
    answerSession(notStarted())
    const screen = await showIntro()
    await expect.element(screen.getByRole('button', { name: 'Start' })).toBeVisible()
    expect(screen.getByRole('link', { name: /Step 1/ }).elements()).toEqual([])
  })

  test('of a session without steps says so, and has no start button', async () => {
    answerSession(sessionDetail({ sessionStatus: 'NOT_STARTED', sessionSteps: [] }))
    const screen = await showIntro()
    await expect.element(screen.getByText(/still being written/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start' }).elements()).toEqual([])
  })

  test('replaces the tab bar with its own bar on a phone, and keeps the top bar', async () => {
    answerSession(notStarted())
    const screen = await showIntro()
    await expect.element(screen.getByRole('button', { name: 'Start' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Main' }).elements()).toEqual([])
    await expect.element(screen.getByRole('banner')).toBeVisible()
    const start = screen.getByRole('button', { name: 'Start' }).element().getBoundingClientRect()
    expect(start.bottom).toBeLessThanOrEqual(844)
  })
})

describe('starting', () => {
  test('[LRN-06] posts session-start once, even if tapped twice, and goes to the resume step', async () => {
    const server = answerSession(notStarted())
    const screen = await showIntro()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Start' }))
    await expect.poll(() => screen.pathNow()).toBe('/session/step?session=3&step=11')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 11' })).toBeVisible()
    expect(server.started).toEqual([{ body: { session: 3 } }])
  })

  test('[LRN-06] ignores a second press before the first has rendered', async () => {
    const server = answerSession(notStarted())
    const screen = await showIntro()
    const start = screen.getByRole('button', { name: 'Start' })
    await expect.element(start).toBeVisible()
    const button = start.element()
    if (button instanceof HTMLElement) for (const _press of [1, 2]) button.click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step?session=3&step=11')
    expect(server.started).toHaveLength(1)
  })

  test('[LRN-06] is busy until the step is shown', async () => {
    answerSession(notStarted())
    answer(startSession, 'hang')
    const screen = await showIntro()
    await screen.getByRole('button', { name: 'Start' }).click()
    await expect.element(screen.getByRole('button', { name: 'Starting...' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('[LRN-06] shows a refusal and can be retried', async () => {
    const session = notStarted()
    answerSession(session)
    answer(startSession, refuse('core.broken', 500))
    const screen = await showIntro()
    await screen.getByRole('button', { name: 'Start' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('We could not start the session. Something went wrong on our side. Please try again in a little while.')
    expect(screen.pathNow()).toBe('/session/sessionintroduction/3')
    answer(startSession, standingOf(session, []))
    await screen.getByRole('button', { name: 'Start' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step?session=3&step=11')
  })

  test('[LRN-06] shows when the session has been deleted', async () => {
    answerSession(notStarted())
    answer(startSession, refuse('learning.session_not_found', 404))
    const screen = await showIntro()
    await expect.element(screen.getByRole('button', { name: 'Start' })).toBeVisible()
    answer(getSession, refuse('learning.session_not_found', 404))
    await screen.getByRole('button', { name: 'Start' }).click()
    await expect.element(screen.getByRole('heading', { name: 'We could not find this session' })).toBeVisible()
  })

  test('[LRN-06] shows Continue for an ongoing session, and posts nothing', async () => {
    const server = answerSession(sessionDetail({ resumeStep: 12 }))
    const screen = await showIntro()
    await screen.getByRole('link', { name: 'Continue' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/step?session=3&step=12')
    expect(server.started).toEqual([])
  })

  test.each(['PARTIAL_COMPLETE', 'COMPLETED'] as const)(
    '[LRN-06] shows a finished session from its beginning: %s',
    async (sessionStatus) => {
      storeSteps({ 3: 13 })
      answerSession(sessionDetail({ sessionStatus, resumeStep: 11 }))
      const screen = await showIntro()
      const again = screen.getByRole('link', { name: 'Read again', exact: true })
      await expect.element(again).toHaveAttribute('href', '/session/step?session=3&step=11')
      expect(screen.getByText(/^(Continue|Start)$/).elements()).toEqual([])
    },
  )
})

describe('the resume step', () => {
  test('[LRN-14] is the one stored on this device', async () => {
    storeSteps({ 3: 13, 4: 11 })
    answerSession(sessionDetail({ resumeStep: 12 }))
    const screen = await showIntro()
    await expect
      .element(screen.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/session/step?session=3&step=13')
  })

  test('[LRN-14] is the server’s if this device has stored none, or one that no longer exists', async () => {
    storeSteps({ 3: 99 })
    answerSession(sessionDetail({ resumeStep: 12 }))
    const screen = await showIntro()
    await expect
      .element(screen.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/session/step?session=3&step=12')
  })

  test('[LRN-14] is the first step when neither is known, also with damaged storage', async () => {
    localStorage.setItem('saathi.sessions', '{"steps":{"3":"12"},')
    answerSession(sessionDetail({ resumeStep: null }))
    const screen = await showIntro()
    await expect
      .element(screen.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/session/step?session=3&step=11')
  })
})

describe('the overview', () => {
  const first = 'One plan a day keeps the fear away, and that is all there is to it. '.repeat(2)
  const long = `${first}\n\n## Then\n\n- you **write** three lines\n- you [breathe](https://saathi.example/breath)`

  test('[LRN-17] is cut at 160 letters, with the full text in a dialog', async () => {
    answerSession(sessionDetail({ overview: long }))
    const screen = await showIntro()
    const more = screen.getByRole('button', { name: 'Read more about Speak up' })
    await expect.element(more).toBeVisible()
    const shown = more.element().parentElement?.firstChild?.textContent ?? ''
    expect(shown).toMatch(/^One plan a day.*…$/)
    expect(shown.length).toBeGreaterThan(150)
    expect(shown.length).toBeLessThanOrEqual(161)
    await more.click()
    const dialog = screen.getByRole('dialog', { name: 'Speak up' })
    await expect.element(dialog.getByRole('heading', { level: 3, name: 'Then' })).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: /breathe/ })).toHaveAttribute('rel', 'noopener noreferrer')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(more).toHaveFocus()
  })

  test('[LRN-17] in Hindi is cut by graphemes', async () => {
    answerSession(sessionDetail({ localeOverview: 'कि'.repeat(160) }))
    const screen = await showIntro()
    await expect.element(screen.getByText('कि'.repeat(160))).toBeVisible()
    expect(screen.getByRole('button', { name: /Read more/ }).elements()).toEqual([])
  })

  test('[LRN-17] with one letter more is cut', async () => {
    answerSession(sessionDetail({ overview: 'कि'.repeat(161) }))
    const screen = await showIntro()
    const more = screen.getByRole('button', { name: /Read more/ })
    await expect.element(more).toBeVisible()
    expect(more.element().parentElement?.firstChild?.textContent).toBe(`${'कि'.repeat(160)}…`)
  })
})

describe('closing', () => {
  function answerHub() {
    const card = sessionDetail({ resumeStep: 12 })
    answer(listMySessions, { sessions: [card], hasNextPage: false })
    answer(listSessions, { sessions: [card], hasNextPage: false })
  }

  test('[LRN-06] goes back to the list it was opened from', async () => {
    answerHub()
    answerSession(sessionDetail())
    const screen = await showApp({ profile: makeProfile(), path: '/learninghub/ongoingsessions' })
    await screen.getByRole('link', { name: 'Speak up' }).click()
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub/ongoingsessions')
  })

  test('[LRN-06] goes back to that list also after visiting steps', async () => {
    answerHub()
    answerSession(
      sessionDetail({ sessionSteps: [step(11, { status: 'COMPLETED' }), step(12, { status: 'COMPLETED' }), step(13)] }),
    )
    const screen = await showApp({ profile: makeProfile(), path: '/learninghub/ongoingsessions' })
    await screen.getByRole('link', { name: 'Speak up' }).click()
    await screen.getByRole('link', { name: 'Continue' }).click()
    for (const name of ['Step 12', 'Step 13']) {
      await screen.getByRole('button', { name: 'Next step' }).click()
      await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/session/sessionintroduction/3')
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub/ongoingsessions')
  })

  test('[LRN-06] goes to the hub after opening a link', async () => {
    answerHub()
    answerSession(sessionDetail())
    const screen = await showIntro()
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })
})

describe('the bookmark', () => {
  test('[LRN-05] changes immediately, and back when the server refuses', async () => {
    answerSession(sessionDetail({ isBookmarked: true }))
    const { promise: asked, resolve: refuseNow } = Promise.withResolvers<void>()
    answer(toggleBookmark, async () => {
      await asked
      return refuse('core.broken', 500)
    })
    const screen = await showIntro()
    const button = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    refuseNow()
    await expect.element(screen.getByText(/We could not save the bookmark/)).toBeVisible()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('a session that cannot be shown', () => {
  test('shows that it is loading', async () => {
    answer(getSession, 'hang')
    const screen = await showIntro()
    await expect.element(screen.getByText('Loading the session')).toBeInTheDocument()
  })

  test('that does not exist says so, with a link to the hub', async () => {
    answer(getSession, refuse('learning.session_not_found', 404))
    const screen = await showIntro()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We could not find this session' })).toBeVisible()
    await expect
      .element(screen.getByRole('main').getByRole('link', { name: 'Go to the Learning Hub' }))
      .toHaveAttribute('href', '/learninghub')
  })

  test.each(['abc', '0', '-3', '1e9'])('with an invalid id requests nothing: %s', async (id) => {
    const screen = await showIntro(id)
    await expect.element(screen.getByRole('heading', { name: 'We could not find this session' })).toBeVisible()
  })

  test('shows a failure and loads after a retry', async () => {
    answer(getSession, refuse('core.broken', 500))
    const screen = await showIntro()
    const alert = screen.getByRole('alert')
    await expect.element(alert.getByRole('heading', { level: 1, name: 'We could not open this session' })).toBeVisible()
    await expect.element(alert.getByText(/Something went wrong on our side/)).toBeVisible()
    answerSession(sessionDetail())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Speak up' })).toBeVisible()
  })

  test('shows that the device is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer(getSession, 'network')
    const screen = await showIntro()
    await expect.element(screen.getByRole('alert').getByText('You are offline. It opens when you are back.')).toBeVisible()
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  })

  test('is a locked card where the hub is not open, and requests nothing', async () => {
    const profile = makeProfile()
    const status = { ...profile.status, experiences: { ...profile.status.experiences, session: 'show' as const } }
    const screen = await showApp({ profile: { ...profile, status }, path: '/session/sessionintroduction/3' })
    await expect.element(screen.getByRole('heading', { name: 'The Learning Hub opens later' })).toBeVisible()
  })

  test('keeps the old content after a failed refetch', async () => {
    answerSession(sessionDetail({ sessionSteps: [step(11, { content: [content('TEXT', { text: 'Hello' })] })] }))
    const screen = await showIntro()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Speak up' })).toBeVisible()
    answer(getSession, refuse('core.broken', 500))
    await screen.getByRole('link', { name: 'Continue' }).click()
    await expect.element(screen.getByText('Hello')).toBeVisible()
  })
})

test.each([320, 390, 800, 1280])('nothing is wider than a screen of %i', async (width) => {
  await page.viewport(width, 800)
  const words = 'Antidisestablishmentarianism'.repeat(6)
  answerSession(
    sessionDetail({
      title: words,
      tags: ['Communication', 'Self-knowledge', 'Work'],
      overview: words,
      sessionSteps: [step(11, { title: words })],
    }),
  )
  const screen = await showIntro()
  await expect.element(screen.getByRole('link', { name: 'Continue' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const article = screen.getByRole('article').element()
  expect(article.scrollWidth).toBeLessThanOrEqual(article.clientWidth)
})
