import type { Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { readSession, authHeaders, stepHeading } from './learner.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { expect, test } from './world.ts'

/** Records which of these pictures the page fetches. Small portraits are always fetched. */
function listenFor(page: Page, pictures: readonly (string | null)[]): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pictures.includes(pathname)) fetched.push(pathname)
  })
  return fetched
}

async function switchOn(page: Page) {
  await page.goto('/profile')
  const light = page.getByRole('switch', { name: 'Use less data' })
  await expect(light).not.toBeChecked()
  await light.check()
  await expect(light).toBeChecked()
}

test('with less data a step fetches its picture on a tap, and shows its size first', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'sunil')
  const session = await readSession(context, world.url, 'Know your strengths')
  const step = session.sessionSteps.find(({ content }) => content.some(({ contentType }) => contentType === 'IMAGE'))
  const image = step?.content.find(({ contentType }) => contentType === 'IMAGE')
  if (!step || !image?.localeImage) throw new Error('The session has no picture.')
  const answer = await context.request.get(`${world.url}${image.localeImage}`)
  expect(image.imageBytes).toBe((await answer.body()).length)

  await switchOn(page)
  const stepImages = session.sessionSteps.flatMap(({ content }) => content.map(({ localeImage }) => localeImage))
  const fetched = listenFor(page, [session.banner, ...stepImages])
  await page.goto(`/session/sessionintroduction/${session.id}`)
  await expect(page.getByRole('heading', { level: 1, name: session.localeTitle || session.title })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  await expectAxeClean(page)
  await expectFitsEveryWidth(page)
  await page.goto(`/session/step?session=${session.id}&step=${step.id}`)
  await expect(stepHeading(page, step.localeTitle || step.title)).toBeVisible()
  const showPicture = page.getByRole('button', { name: /^Show picture .* kB$/ }).first()
  await expect(showPicture).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  await expectAxeClean(page)
  await expectFitsEveryWidth(page)
  await showPicture.click()
  await expect.poll(() => fetched).toEqual([image.localeImage])
})

test('with less data the feed fetches no picture on its own', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await switchOn(page)
  await expectAxeClean(page)
  const answer = await context.request.get(`${world.url}/api/v2/learninghub/feed/`, {
    headers: await authHeaders(context, world.url),
  })
  const { posts }: { posts: { content: { thumbnail: string | null } }[] } = await answer.json()
  const thumbnails = posts.map(({ content }) => content.thumbnail)
  const fetched = listenFor(page, thumbnails)
  await page.goto('/feed')
  const showPicture = page.getByRole('button', { name: /^Show picture .* kB$/ })
  await expect(showPicture.first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  await expectAxeClean(page)
  await expectFitsEveryWidth(page)
  await showPicture.first().click()
  await expect.poll(() => fetched.length).toBe(1)
})
