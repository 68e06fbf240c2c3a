import type { Page } from '@playwright/test'
import { forward, readSession, signedIn, stepHeading, takeQuiz } from './learner.ts'
import { test } from './own-world.ts'
import { expectAxeClean } from './screen.ts'
import { expect, openAs } from './world.ts'

/** From the introduction to the stars, and back to the home. */
async function walkThrough(
  page: Page,
  session: Awaited<ReturnType<typeof readSession>>,
  after?: (place: number) => Promise<void>,
) {
  await page.goto(`/mentorship/${session.id}/summary`)
  await page
    .getByRole('button', { name: /Start|Continue/ })
    .or(page.getByRole('link', { name: /Start|Continue/ }))
    .click()
  const first = session.sessionSteps.findIndex(({ id }) => id === session.resumeStep)
  for (const [place, step] of session.sessionSteps.entries()) {
    if (place < first) continue
    await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    await takeQuiz(page, step)
    if (place < session.sessionSteps.length - 1) await forward(page).click()
    await after?.(place)
  }
  await page.getByRole('button', { name: 'DONE' }).click()
  await expect(page).toHaveURL(/\/step\/sessionfeedback/)
  await expect(
    page
      .getByRole('img', { name: /badge/i })
      .or(page.getByText(/Gold|Silver|Bronze/))
      .first(),
  ).toBeVisible()
  await expectAxeClean(page)
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/mentorship(\?.*)?$/)
}

test('@once [MEN-12] mentor and mentee walk one session side by side, see each other move, and both earn a badge', async ({
  browser,
  own,
}) => {
  test.setTimeout(300_000)
  const neha = await openAs(browser, own.url, 'neha')
  const suresh = await openAs(browser, own.url, 'suresh')
  const session = await readSession(neha.context(), own.url, 'Walk together well', 'mentorships')

  // The mentor looks on while the mentee walks.
  await suresh.goto(`/mentorship/${session.id}/summary`)
  const rows = suresh.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: session.sessionSteps[0]?.localeTitle ?? '' }).first()).toBeVisible()
  await walkThrough(neha, session, async (place) => {
    const title = session.sessionSteps[place]?.localeTitle ?? ''
    if (place < session.sessionSteps.length - 1)
      await expect(rows.filter({ hasText: title }).getByRole('img', { name: /Completed by .*Neha/ })).toBeVisible()
  })
  await expect(neha.getByText('partner yet to complete').first()).toBeVisible()

  await suresh.goto('/mentorship')
  await expect(suresh.getByText(/\(partner completed\)/).first()).toBeVisible()
  await neha.evaluate(() => Object.assign(window, { isSamePage: true }))
  await walkThrough(suresh, await readSession(suresh.context(), own.url, 'Walk together well', 'mentorships'))
  // Without a reload the mentee's card changes, and the session is among the completed.
  await expect(neha.getByText('partner yet to complete')).toHaveCount(0)
  await neha.getByRole('tab', { name: 'Completed' }).click()
  await expect(neha.getByRole('tabpanel').getByRole('link', { name: 'Walk together well' })).toBeVisible()
  expect(await neha.evaluate(() => 'isSamePage' in window)).toBe(true)
  for (const page of [neha, suresh]) {
    await expect(page.getByRole('heading', { name: 'Rewards' })).toBeVisible()
    await expect(page.getByRole('list', { name: /badges/i }).getByText('Walk together well')).toBeVisible()
  }
})

test('@once [MEN-03] no mentee of a group ever receives another mentee’s name, steps or answers', async ({ browser, own }) => {
  const arjun = await openAs(browser, own.url, 'arjun')
  const received: string[] = []
  arjun.on('response', async (response) => {
    if (response.url().includes('/api/')) received.push(await response.text().catch(() => ''))
  })
  arjun.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))))
  const meera = await openAs(browser, own.url, 'meera')
  await meera.goto('/mentorship')
  await meera.getByRole('button', { name: /5 mentees/ }).click()
  const kavya = await openAs(browser, own.url, 'kavya')
  const session = await readSession(kavya.context(), own.url, 'Walk together well', 'mentorships')
  const frame = arjun
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('mentorship.progress_changed')),
    )
  await arjun.goto(`/mentorship/${session.id}/summary`)
  await expect(arjun.getByRole('heading', { level: 1 })).toBeVisible()

  const headers = { ...(await signedIn(kavya.context(), own.url)), origin: own.url }
  const open = await readSession(kavya.context(), own.url, 'One goal for three months', 'mentorships')
  await kavya.context().request.post(`${own.url}/api/v2/learninghub/session-start/`, { headers, data: { session: open.id } })
  const step = open.sessionSteps.find(({ content, status }) => status !== 'COMPLETED' && content.every((item) => !item.quiz))
  const said = { session: open.id, step: step?.id ?? 0 }
  const answer = await kavya.context().request.post(`${own.url}/api/v2/learninghub/step-complete/`, { headers, data: said })
  expect(answer.status()).toBe(200)
  await frame
  await arjun.goto('/mentorship')
  await expect(arjun.getByRole('main').getByText('4 other mentees walk with you.')).toBeVisible()

  const everything = received.join('\n')
  expect(everything).toContain('mentorship.progress_changed')
  for (const name of ['Divya', 'Imran', 'Kavya', 'Lakshmi', 'Sharma', 'Sheikh', 'Reddy', 'Murugan'])
    expect(everything).not.toContain(name)
})
