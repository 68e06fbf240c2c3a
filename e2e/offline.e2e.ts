import type { BrowserContext, Page } from '@playwright/test'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { signInAs } from '../scripts/sign-in-as.ts'
import { sortQuestions, readSession, authHeaders, stepHeading } from './learner.ts'
import { startReleases } from './releases.ts'
import { savedKeys } from './saved-keys.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { accountButton, expect, collectBrowserErrors, signIn, test } from './world.ts'

// Other tests block the worker: pages come fresh from the server and nothing is prefetched.
test.use({ serviceWorkers: 'allow' })

/** From here on the page can be closed and reopened without a network. */
const waitForWorker = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** The console messages of the service worker. */
function listenToWorker(context: BrowserContext): string[] {
  const messages: string[] = []
  context.on('serviceworker', (worker) => worker.on('console', (message) => messages.push(message.text())))
  return messages
}

/** The paths in all caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await globalThis.caches.keys()
    const requests = await Promise.all(caches.map(async (name) => (await globalThis.caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

/** The first PNG chunk starts with the width and height. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

type Manifest = {
  start_url: string
  scope: string
  display: string
  icons: { src: string; sizes: string; purpose: string }[]
  shortcuts: { url: string }[]
}

test('[PLT-01] @once the app can be installed: the browser reports nothing missing, and every icon has its size', async ({
  page,
  context,
  request,
}) => {
  await page.goto('/signin')
  const cdp = await context.newCDPSession(page)
  const { errors, data = '' } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Test contexts are private windows, in which nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest: Manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' })
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/learninghub', '/chat/messenger'])
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of manifest.icons) expect(sizeOf(await (await request.get(src)).body()), src).toBe(sizes)
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  expect(sizeOf(await (await request.get(apple ?? '')).body())).toBe('180x180')
})

test('@smoke [PLT-01] after one visit the page opens offline at any address, and the log says so', async ({ page, context }) => {
  const messages = listenToWorker(context)
  await page.goto('/signin')
  await waitForWorker(page)
  await context.setOffline(true)
  await page.goto('/signin')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect.poll(() => messages).toContain('Saathi runs in offline mode.')
  await page.goto('/privacypolicy')
  await expect(page.locator('#root')).not.toBeEmpty()
})

test('[PLT-01] @once the worker caches no personal data: no API reply and no file of the person', async ({
  page,
  context,
  world,
}) => {
  const browserErrors = collectBrowserErrors(page)
  await signInAs(context, world.url, 'asha')
  await page.goto('/learninghub')
  await waitForWorker(page)
  // Now the worker controls the page.
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/chat/messenger')
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
  const paths = await cachedPaths(page)
  expect(paths.filter((path) => !/^\/(assets\/[^/]+|media\/[^/]+|saathi-pages-of-before)?$/.test(path))).toEqual([])
  expect(paths).toContain('/')
  expect(browserErrors).toEqual([])
})

test('[PLT-01] a new version is offered on an open page and loaded on request', async ({ page, context, world }) => {
  const releases = await startReleases(world.url)
  try {
    await signInAs(context, releases.url, 'sunil')
    await page.goto(`${releases.url}/learninghub`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await waitForWorker(page)
    const version = page.locator('meta[name="saathi-version"]')
    const before = await version.getAttribute('content')
    const next = releases.release()
    const checkForUpdate = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await checkForUpdate()
    const load = page.getByRole('button', { name: 'Load it' })
    await expect(load).toBeVisible()
    await expect(version).toHaveAttribute('content', before ?? '')
    await expectAxeClean(page)
    await expectFitsEveryWidth(page)
    await load.click()
    await expect(version).toHaveAttribute('content', next)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(load).toBeHidden()
    // The new version is active: it opens without the server too.
    await releases.stop()
    await page.reload()
    await expect(version).toHaveAttribute('content', next)
  } finally {
    await releases.stop()
  }
})

test('[PLT-01] the hub as last seen opens offline in a new tab and shows its age', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'sunil')
  await page.goto('/learninghub')
  const title = (await page.getByRole('article').first().getByRole('link').first().textContent()) ?? ''
  await waitForWorker(page)
  for (const list of ['mine', 'ongoing', 'curated'])
    await expect.poll(() => savedKeys(page)).toContain(`["learning","sessions","${list}"]`)
  await page.close()
  await context.setOffline(true)
  const later = await context.newPage()
  await later.goto('/learninghub')
  await expect(accountButton(later, 'Sunil')).toBeVisible()
  await expect(later.getByRole('article').first().getByRole('link').first()).toHaveText(title)
  await expect(later.getByText(/You are offline.*What you see is from/)).toBeVisible()
  await expectAxeClean(later)
  await expectFitsEveryWidth(later)
  await context.setOffline(false)
  await expect(later.getByText(/You are offline/)).toBeHidden()
  await expect(later.getByRole('article').first()).toBeVisible()
})

test('[PLT-01] @once a started session can be read offline with its steps, quizzes and pictures', async ({
  page,
  context,
  world,
}) => {
  await signInAs(context, world.url, 'sunil')
  const session = await startSession(context, world.url)
  const addressOf = (step: number) => `/session/step?session=${session.id}&step=${step}`
  const quizzes = session.sessionSteps.flatMap(({ id, content }) =>
    content.flatMap(({ quiz }) => (quiz ? [{ step: id, quiz: quiz.id, first: sortQuestions(quiz.questions)[0] }] : [])),
  )
  expect(quizzes.length).toBeGreaterThan(0)
  // On the first visit the worker starts while the step is being read.
  await page.goto(addressOf(session.sessionSteps[0]?.id ?? 0))
  for (const { step, quiz } of quizzes)
    await expect
      .poll(() => savedKeys(page), { timeout: 40_000 })
      .toContain(`["learning","quiz",${session.id},${step},${quiz},null]`)
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(picturesOf(session)))
  await page.close()

  await context.setOffline(true)
  const later = await context.newPage()
  for (const { id, localeTitle } of session.sessionSteps) {
    await later.goto(addressOf(id))
    await expect(stepHeading(later, localeTitle)).toBeVisible()
    const isDrawn = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0
    for (const picture of await later.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate(isDrawn)).toBe(true)
    }
  }
  for (const { step, quiz, first } of quizzes) {
    await later.goto(`/session/step/quiz/?session=${session.id}&step=${step}&quiz=${quiz}`)
    await expect(later.getByRole('heading', { level: 1 })).toContainText(first?.localeTitle ?? '')
  }
})

/** Starts the first unfinished session that has a quiz. */
async function startSession(context: BrowserContext, url: string): Promise<SessionDetail> {
  const headers = await authHeaders(context, url)
  const list = await context.request.get(`${url}/api/v2/learninghub/sessions/`, { headers })
  const { sessions }: { sessions: { title: string; session_status: string }[] } = await list.json()
  for (const { title } of sessions.filter(({ session_status }) => /NOT_STARTED|ONGOING/.test(session_status))) {
    const session = await readSession(context, url, title)
    if (!session.sessionSteps.some(({ content }) => content.some(({ quiz }) => quiz !== null))) continue
    const data = { session: session.id }
    const started = await context.request.post(`${url}/api/v2/learninghub/session-start/`, {
      headers: { ...headers, origin: url },
      data,
    })
    expect(started.ok()).toBe(true)
    return session
  }
  throw new Error('Every session with a quiz is finished.')
}

const picturesOf = ({ sessionSteps }: SessionDetail): string[] =>
  sessionSteps.flatMap(({ content }) => content.flatMap(({ localeImage, image }) => localeImage || image || []))

test('[PLT-01] signing out offline leaves nothing for the next person on the device', async ({ page, context }) => {
  // Through the form: signInAs would mark the browser as signed in again on every page opened later.
  await signIn(page, 'sunil', 'Sunil')
  await page.goto('/learninghub')
  await expect(page.getByRole('article').first()).toBeVisible()
  await waitForWorker(page)
  await expect.poll(() => savedKeys(page)).toContain('["accounts","profile"]')
  await context.setOffline(true)
  await accountButton(page, 'Sunil').click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect.poll(() => savedKeys(page)).toMatch(/^(\[\])?$/)
  expect((await cachedPaths(page)).filter((path) => path.startsWith('/media/'))).toEqual([])
  await page.goto('/learninghub')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})
