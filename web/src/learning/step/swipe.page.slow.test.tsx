import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import type { showApp } from '../../../test/harness.tsx'
import { content, quizItem, sessionDetail, step } from '../session/detail.fake.ts'
import { answerSession, showStep } from '../session/server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const read = (id: number) => step(id, { status: 'COMPLETED' })

/** A finger on the card: down at its middle, along these points, and up at the last one. */
async function swipe(screen: Screen, points: readonly (readonly [number, number])[], init: PointerEventInit = {}) {
  await expect.element(screen.getByRole('article')).toBeVisible()
  const card = screen.getByRole('article').element()
  const { left, top, width } = card.getBoundingClientRect()
  const dispatch = (type: string, [x, y]: readonly [number, number]) =>
    card.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        pointerType: 'touch',
        isPrimary: true,
        bubbles: true,
        clientX: left + width / 2 + x,
        clientY: top + 100 + y,
        ...init,
      }),
    )
  dispatch('pointerdown', [0, 0])
  for (const point of points) dispatch('pointermove', point)
  return { card, lift: () => dispatch('pointerup', points.at(-1) ?? [0, 0]), cancel: () => dispatch('pointercancel', [0, 0]) }
}

const shift = (card: Element) => new DOMMatrix(getComputedStyle(card).transform).m41
const leftwards = [
  [-20, 0],
  [-80, 4],
  [-180, 6],
] as const
const rightwards = [
  [20, 0],
  [80, 4],
  [180, 6],
] as const

beforeEach(() => page.viewport(390, 844))
afterEach(() => emulateMedia())

describe('a finger', () => {
  test('[LRN-07] that swipes left shows the next step, and completes this one', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    const { lift } = await swipe(screen, leftwards)
    lift()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(server.completed).toEqual([11])
  })

  test('[LRN-07] that swipes right shows the previous step, and posts nothing', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [read(11), step(12)] }))
    const screen = await showStep(12)
    const { lift } = await swipe(screen, rightwards)
    lift()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[LRN-07] that swipes back on the first step leaves', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    const { lift } = await swipe(screen, rightwards)
    lift()
    await expect.poll(() => screen.pathNow()).toBe('/session/sessionintroduction/3')
  })

  test('[LRN-07] moves the page along', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    const { card, cancel } = await swipe(screen, leftwards)
    expect(shift(card)).toBe(-180)
    cancel()
    await expect.poll(() => shift(card)).toBe(0)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[LRN-07] that moves vertically scrolls, and moves nothing sideways', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    const { card, lift } = await swipe(screen, [
      [4, -20],
      [-60, -120],
      [-200, -160],
    ])
    expect(shift(card)).toBe(0)
    lift()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(getComputedStyle(card).touchAction).toBe('pan-y pinch-zoom')
  })

  test('[LRN-07] together with a second one is a pinch and turns no page', async () => {
    const server = answerSession(sessionDetail())
    const screen = await showStep(11)
    const { card, lift } = await swipe(screen, [[-40, 0]])
    card.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 2, pointerType: 'touch', isPrimary: false, bubbles: true }))
    expect(card.style.transform).toBe('')
    lift()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('is not a mouse, which selects text', async () => {
    answerSession(sessionDetail())
    const screen = await showStep(11)
    const { card, lift } = await swipe(screen, leftwards, { pointerType: 'mouse' })
    expect(shift(card)).toBe(0)
    lift()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[LRN-10] meets resistance while a mandatory quiz is open', async () => {
    const server = answerSession(sessionDetail({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] }))
    const screen = await showStep(11)
    const { card, lift } = await swipe(screen, leftwards)
    expect(shift(card)).toBeLessThan(-10)
    expect(shift(card)).toBeGreaterThan(-48)
    lift()
    await expect.poll(() => shift(card)).toBe(0)
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[LRN-07] meets resistance on the last step', async () => {
    answerSession(sessionDetail({ sessionSteps: [read(11), step(12)] }))
    const screen = await showStep(12)
    const { card, lift } = await swipe(screen, leftwards)
    expect(shift(card)).toBeGreaterThan(-48)
    lift()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
  })
})

test('a new step slides in, or appears at once with reduced motion', async () => {
  answerSession(sessionDetail())
  const screen = await showStep(11)
  await emulateMedia({ 'prefers-reduced-motion': 'reduce' })
  await screen.getByRole('button', { name: 'Next step' }).click()
  await expect.element(heading(screen, 'Step 12')).toBeVisible()
  const { animationName, animationDuration } = getComputedStyle(screen.getByRole('article').element())
  expect(animationName).toMatch(/come-forward/)
  expect(parseFloat(animationDuration)).toBeLessThan(0.001)
})

test('a long step scrolls by itself, and the arrows stay visible', async () => {
  const text = 'A line to read.\n\n'.repeat(80)
  answerSession(sessionDetail({ sessionSteps: [step(11, { content: [content('TEXT', { text })] }), step(12)] }))
  const screen = await showStep(11)
  await expect.element(heading(screen, 'Step 11')).toBeVisible()
  const card = screen.getByRole('article').element()
  expect(card.scrollHeight).toBeGreaterThan(card.clientHeight + 500)
  const arrow = screen.getByRole('button', { name: 'Next step' }).element().getBoundingClientRect()
  expect(arrow.bottom).toBeLessThanOrEqual(844)
  card.scrollTo(0, 600)
  await screen.getByRole('button', { name: 'Next step' }).click()
  await expect.element(heading(screen, 'Step 12')).toBeVisible()
  expect(screen.getByRole('article').element().scrollTop).toBe(0)
})

test.each([
  [320, 568],
  [360, 640],
  [800, 600],
  [1280, 500],
])('nothing is wider than a screen of %i by %i', async (width, height) => {
  await page.viewport(width, height)
  const words = 'Antidisestablishmentarianism'.repeat(8)
  const items = [
    content('TEXT', { text: words }),
    content('ARTICLE', { text: words, url: `https://a.example/${words}` }),
    quizItem(),
  ]
  answerSession(sessionDetail({ title: words, sessionSteps: [step(11, { title: words, content: items }), step(12)] }))
  const screen = await showStep(11)
  await expect.element(screen.getByText('Please take the quiz before moving forward')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(screen.getByRole('article').element().scrollWidth).toBeLessThanOrEqual(screen.getByRole('article').element().clientWidth)
})
