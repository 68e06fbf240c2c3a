import type { ContentItem } from '@saathi/contract/content/items'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/harness.tsx'
import { content, question, quizItem, sessionDetail, step } from '../session/detail.fake.ts'
import { answerSession, showStep } from '../session/server.fake.ts'
import { StepContent } from './step-content.tsx'

const showItems = (...items: ContentItem[]) => show(<StepContent session={3} step={step(12, { content: items })} />)

beforeEach(() => page.viewport(390, 844))

describe('step content', () => {
  test('[LRN-09] TEXT, in the reader’s language if available', async () => {
    const screen = await showItems(
      content('TEXT', { text: '## At the door\n\nKnock **twice**.', localeText: null }),
      content('TEXT', { text: 'Sit down.', localeText: 'बैठ जाइए।' }),
    )
    await expect.element(screen.getByRole('heading', { level: 2, name: 'At the door' })).toBeVisible()
    await expect.element(screen.getByText('twice')).toBeVisible()
    await expect.element(screen.getByText('बैठ जाइए।')).toBeVisible()
    expect(screen.getByText('Sit down.').elements()).toEqual([])
  })

  test('[LRN-09] INSTRUCTION, in a highlighted box', async () => {
    const screen = await showItems(content('INSTRUCTION', { text: 'Write *three* lines.' }))
    const box = screen.getByRole('group', { name: 'Your turn' })
    await expect.element(box.getByText('Write three lines.')).toBeVisible()
  })

  test('[LRN-09] MENTOR_TIPS, in a highlighted box, when the server sends them', async () => {
    const screen = await showItems(content('MENTOR_TIPS', { text: 'Share a time your own voice shook.' }))
    const box = screen.getByRole('group', { name: 'Mentor tip' })
    await expect.element(box.getByText('Share a time your own voice shook.')).toBeVisible()
  })

  test.each([
    ['ARTICLE', 'Article'],
    ['HYPERLINK', 'Link'],
  ] as const)('[LRN-09] %s, as a card that opens in a new tab', async (type, kind) => {
    const screen = await showItems(content(type, { text: 'The **free** job portal', url: 'https://www.ncs.gov.in/jobs?q=1' }))
    const name = `The free job portal ${kind} · ncs.gov.in (opens in a new tab)`
    const card = screen.getByRole('link', { name })
    await expect.element(card).toHaveAttribute('href', 'https://www.ncs.gov.in/jobs?q=1')
    await expect.element(card).toHaveAttribute('target', '_blank')
    await expect.element(card).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('[LRN-09] a card without text is named by its host, in the reader’s language if available', async () => {
    const screen = await showItems(content('HYPERLINK', { url: 'https://a.example/en', localeUrl: 'https://a.example/hi' }))
    await expect.element(screen.getByRole('link', { name: /^a\.example/ })).toHaveAttribute('href', 'https://a.example/hi')
  })

  test.each(['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'ftp://a.example', '/relative', 'nonsense', ''])(
    '[LRN-09] an address that is not http(s) is not a link: %s',
    async (url) => {
      const screen = await showItems(content('ARTICLE', { text: 'Read this', url }), content('HYPERLINK', { url }))
      await expect.element(screen.getByText('Read this')).toBeVisible()
      expect(screen.getByRole('link').elements()).toEqual([])
    },
  )

  test('[LRN-09] IMAGE, with alt text and reserved space', async () => {
    const screen = await showItems(
      content('IMAGE', {
        image: '/media/en.svg',
        localeImage: '/media/hi.svg',
        imageWidth: 400,
        imageHeight: 200,
        text: 'A kite.',
        localeText: 'एक पतंग।',
      }),
    )
    const picture = screen.getByRole('img', { name: 'एक पतंग।' })
    await expect.element(picture).toHaveAttribute('src', '/media/hi.svg')
    await expect.element(picture).toHaveAttribute('width', '400')
    await expect.element(picture).toHaveAttribute('height', '200')
    const { width, height } = picture.element().getBoundingClientRect()
    expect(Math.round(width / height)).toBe(2)
  })

  test('an unknown content type is skipped', async () => {
    const unknown: ContentItem = content('TEXT', { text: 'from the future' })
    Object.assign(unknown, { contentType: 'HOLOGRAM' })
    const screen = await showItems(unknown, content('TEXT', { text: 'from today' }))
    await expect.element(screen.getByText('from today')).toBeVisible()
    expect(screen.getByText('from the future').elements()).toEqual([])
  })
})

describe('a video', () => {
  const id = 'dQw4w9WgXcQ'
  const video = content('YOUTUBE', { text: 'A slow breath', url: `https://www.youtube.com/watch?v=${id}` })
  const fromOutside = () =>
    [...document.querySelectorAll('iframe, img, link, script')].filter((element) => /youtu|ytimg|google/.test(element.outerHTML))

  test('[LRN-09] loads nothing from YouTube before a tap', async () => {
    const screen = await showItems(video)
    await expect.element(screen.getByRole('button', { name: 'Play video: A slow breath' })).toBeVisible()
    expect(fromOutside()).toEqual([])
  })

  test('[LRN-09] plays on a tap, from the host without cookies', async () => {
    const screen = await showItems(video)
    await screen.getByRole('button', { name: 'Play video: A slow breath' }).click()
    const frame = screen.getByTitle('A slow breath')
    await expect.element(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    const address = new URL(frame.element().getAttribute('src') ?? '')
    expect([address.origin, address.pathname]).toEqual(['https://www.youtube-nocookie.com', `/embed/${id}`])
    await expect.element(frame).toHaveFocus()
  })

  test('[LRN-09] links to YouTube, in case embedding is refused', async () => {
    const screen = await showItems(video)
    const link = screen.getByRole('link', { name: /Open on YouTube/ })
    await expect.element(link).toHaveAttribute('href', `https://www.youtube.com/watch?v=${id}`)
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('[LRN-09] without a valid id is a link', async () => {
    const screen = await showItems(content('YOUTUBE', { text: 'A talk', url: 'https://www.youtube.com/watch?v=nope' }))
    await expect
      .element(screen.getByRole('link', { name: /A talk/ }))
      .toHaveAttribute('href', 'https://www.youtube.com/watch?v=nope')
    expect(screen.getByRole('button').elements()).toEqual([])
  })
})

describe('a quiz', () => {
  const quiz = {
    id: 5,
    helpText: 'There is no wrong answer.',
    localeHelpText: null,
    questions: [question({ mandatory: true }), question({ key: 'how' })],
  }
  const region = 'Quick check'

  test('[LRN-09] that is mandatory says so, with a link', async () => {
    const screen = await showItems(quizItem({ quiz }))
    const card = screen.getByRole('region', { name: region })
    await expect.element(card.getByText('There is no wrong answer.')).toBeVisible()
    await expect.element(card.getByText('2 questions · needed to move on')).toBeVisible()
    const take = card.getByRole('link', { name: 'Take the quiz' })
    await expect.element(take).toHaveAttribute('href', '/session/step/quiz/?session=3&step=12&quiz=5')
  })

  test('[LRN-09] that is optional says so', async () => {
    const screen = await showItems(quizItem({}, false))
    await expect.element(screen.getByText('1 question · if you like')).toBeVisible()
  })

  test('[LRN-09] that is answered can be retaken where allowed', async () => {
    const screen = await showItems(quizItem({ quiz, isAnswered: true, allowRetake: true }))
    const card = screen.getByRole('region', { name: region })
    await expect.element(card.getByText('2 questions · answered')).toBeVisible()
    const retake = card.getByRole('link', { name: 'Retake' })
    await expect.element(retake).toHaveAttribute('href', '/session/step/quiz/?session=3&step=12&quiz=5')
    expect(card.getByText('retake quiz not allowed').elements()).toEqual([])
  })

  test('[LRN-09] that is answered without retake says so, and links to the answers', async () => {
    const screen = await showItems(quizItem({ quiz, isAnswered: true, allowRetake: false }))
    const card = screen.getByRole('region', { name: region })
    await expect.element(card.getByText('retake quiz not allowed', { exact: true })).toBeVisible()
    const see = card.getByRole('link', { name: 'See your answers' })
    await expect.element(see).toHaveAttribute('href', '/session/step/quiz/?session=3&step=12&quiz=5')
    expect(card.getByRole('link', { name: 'Retake' }).elements()).toEqual([])
  })

  test('[LRN-09] is shown in the player with the other content', async () => {
    answerSession(sessionDetail({ sessionSteps: [step(11, { content: [content('TEXT', { text: 'Read.' }), quizItem()] })] }))
    const screen = await showStep(11)
    const card = screen.getByRole('article', { name: 'Step 11' })
    await expect.element(card.getByText('Read.')).toBeVisible()
    await expect.element(card.getByRole('link', { name: 'Take the quiz' })).toBeVisible()
  })
})
