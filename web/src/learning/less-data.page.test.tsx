import type { ContentItem } from '@saathi/contract/content/items'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setSaveData, chooseLessData } from '../../test/data-light.ts'
import { answer, makeProfile, show, showApp } from '../../test/harness.tsx'
import { sessionCard } from './cards/session-card.fake.ts'
import { content, sessionDetail, step } from './session/detail.fake.ts'
import { answerSession, showStep } from './session/server.fake.ts'
import { StepContent } from './content/step-content.tsx'

beforeEach(() => page.viewport(390, 844))

/** Each has a unique address: a picture that was shown once stays shown. */
const drawing = (name: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" id="${name}"/>`)}`
const kite = (image: string, changes: Partial<ContentItem> = {}) =>
  content('IMAGE', { image, localeImage: image, imageWidth: 400, imageHeight: 200, text: 'A kite.', ...changes })
const video = content('YOUTUBE', { text: 'A slow breath', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
const drawn = () => [...document.querySelectorAll('main img')].map((image) => image.getAttribute('src'))
const showItems = (items: ContentItem[], duration = 10, language?: 'hi') =>
  show(<StepContent session={3} step={step(12, { content: items, duration })} />, { language })

test('a picture of a step waits for a tap, with its text and size', async () => {
  chooseLessData()
  const address = drawing('a')
  const screen = await showItems([kite(address, { imageBytes: 84_000 })])
  const placeholder = screen.getByRole('button', { name: 'Show picture A kite. 82 kB' })
  await expect.element(placeholder).toBeVisible()
  expect(screen.getByRole('img', { name: 'A kite.' }).elements()).toEqual([])
  const before = placeholder.element().getBoundingClientRect()
  await placeholder.click()
  const picture = screen.getByRole('img', { name: 'A kite.' })
  await expect.element(picture).toHaveAttribute('src', address)
  await expect.element(picture).toHaveFocus()
  const after = picture.element().getBoundingClientRect()
  expect([Math.round(after.width), Math.round(after.height)]).toEqual([Math.round(before.width), Math.round(before.height)])
})

test('a picture of a step can be shown by keyboard, and an unknown size is not mentioned', async () => {
  setSaveData(true)
  const screen = await showItems([kite(drawing('b'))])
  const placeholder = screen.getByRole('button', { name: 'Show picture A kite.', exact: true })
  await expect.element(placeholder).toBeVisible()
  placeholder.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('img', { name: 'A kite.' })).toHaveFocus()
})

test('a video shows its data rate and an estimate for the step before it plays', async () => {
  chooseLessData()
  const screen = await showItems([video])
  const facade = screen.getByRole('button', { name: 'Play video: A slow breath' })
  await expect.element(screen.getByText('About 8 MB for each minute. 10 minutes: about 80 MB.')).toBeVisible()
  await expect.element(facade).toHaveAccessibleDescription('About 8 MB for each minute. 10 minutes: about 80 MB.')
  expect(document.querySelector('iframe')).toBeNull()
  await facade.click()
  await expect.element(screen.getByTitle('A slow breath')).toBeVisible()
})

test('the estimate is translated to Hindi', async () => {
  chooseLessData()
  const screen = await showItems([video], 1, 'hi')
  await expect.element(screen.getByText(/एक मिनट में: क़रीब 8/)).toBeVisible()
})

test('without data saving a video shows no data use', async () => {
  setSaveData(false)
  const screen = await showItems([video])
  await expect.element(screen.getByRole('button', { name: 'Play video: A slow breath' })).toBeVisible()
  expect(screen.getByText(/MB/).elements()).toEqual([])
})

/** The addresses of pictures that are preloaded but not shown. */
function watchPreloads(): string[] {
  const preloaded: string[] = []
  const { Image: plain } = window
  vi.stubGlobal(
    'Image',
    class {
      fetchPriority = ''
      set src(address: string) {
        preloaded.push(address)
      }
    },
  )
  onTestFinished(() => void vi.stubGlobal('Image', plain))
  return preloaded
}

const [banner, next] = [drawing('banner'), drawing('next')]
const twoSteps = () =>
  answerSession(
    sessionDetail({
      banner,
      color: '#FA86A3',
      sessionSteps: [step(11, { status: 'COMPLETED' }), step(12, { content: [kite(next)] })],
    }),
  )

test('without data saving the next step’s pictures are preloaded and the banner is shown', async () => {
  setSaveData(false)
  twoSteps()
  const preloaded = watchPreloads()
  const screen = await showStep(11)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 11' })).toBeVisible()
  await expect.poll(() => preloaded).toEqual([next])
  expect(drawn()).toEqual([banner])
})

test('with data saving nothing is preloaded, and the banner is a plain colour', async () => {
  chooseLessData()
  twoSteps()
  const preloaded = watchPreloads()
  const screen = await showStep(11)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 11' })).toBeVisible()
  // A preload would have happened before the next step is rendered.
  await screen.getByRole('button', { name: 'Next step' }).click()
  await expect.element(screen.getByRole('button', { name: /^Show picture/ })).toBeVisible()
  expect(preloaded).toEqual([])
  expect(drawn()).toEqual([])
})

test('with data saving the introduction has no banner', async () => {
  chooseLessData()
  const cover = drawing('cover')
  answerSession(sessionDetail({ banner: cover, color: '#FA86A3', title: 'Speak up' }))
  const screen = await showApp({ profile: makeProfile(), path: '/session/sessionintroduction/3' })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Speak up' })).toBeVisible()
  expect(drawn()).not.toContain(cover)
})

test('with data saving session cards have a plain colour', async () => {
  chooseLessData()
  const session = sessionCard({ banner: drawing('card'), title: 'Speak up' })
  answer(listSessions, { sessions: [session] })
  answer(listMySessions, { sessions: [] })
  const screen = await showApp({ profile: makeProfile(), path: '/learninghub/allsession' })
  await expect.element(screen.getByRole('link', { name: 'Speak up' })).toBeVisible()
  expect(drawn()).not.toContain(drawing('card'))
})
