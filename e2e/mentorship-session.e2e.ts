import type { Page } from '@playwright/test'
import { closeCelebration, nextStepButton, readSession, authHeaders, stepHeading, takeQuiz } from './learner.ts'
import { test } from './isolated-server.ts'
import { expectAxeClean } from './screen.ts'
import { expect, openAs } from './world.ts'

/** From the introduction to the rating, and back to the home. */
async function completeSession(
  page: Page,
  session: Awaited<ReturnType<typeof readSession>>,
  after?: (index: number) => Promise<void>,
) {
  await page.goto(`/mentorship/${session.id}/summary`)
  await page
    .getByRole('button', { name: /Start|Continue/ })
    .or(page.getByRole('link', { name: /Start|Continue/ }))
    .click()
  const first = session.sessionSteps.findIndex(({ id }) => id === session.resumeStep)
  for (const [index, step] of session.sessionSteps.entries()) {
    if (index < first) continue
    await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    await takeQuiz(page, step)
    if (index < session.sessionSteps.length - 1) await nextStepButton(page).click()
    await after?.(index)
  }
  await page.getByRole('button', { name: 'DONE' }).click()
  await expect(page.getByRole('dialog', { name: /badge/ })).toBeVisible()
  await expectAxeClean(page)
  await closeCelebration(page, /badge/)
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

test('@once [MEN-12] mentor and mentee complete a session side by side, see each other’s progress, and both earn a badge', async ({
  browser,
  own,
}) => {
  const neha = await openAs(browser, own.url, 'neha')
  const suresh = await openAs(browser, own.url, 'suresh')
  const session = await readSession(neha.context(), own.url, 'Walk together well', 'mentorships')

  // The mentor watches while the mentee progresses.
  await suresh.goto(`/mentorship/${session.id}/summary`)
  const rows = suresh.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: session.sessionSteps[0]?.localeTitle ?? '' }).first()).toBeVisible()
  await completeSession(neha, session, async (index) => {
    const title = session.sessionSteps[index]?.localeTitle ?? ''
    if (index < session.sessionSteps.length - 1)
      await expect(rows.filter({ hasText: title }).getByRole('img', { name: /Completed by .*Neha/ })).toBeVisible()
  })
  await expect(neha.getByText('partner yet to complete').first()).toBeVisible()

  await suresh.goto('/mentorship')
  await expect(suresh.getByText(/\(partner completed\)/).first()).toBeVisible()
  await neha.evaluate(() => Object.assign(window, { isSamePage: true }))
  await completeSession(suresh, await readSession(suresh.context(), own.url, 'Walk together well', 'mentorships'))
  // Without a reload the mentee's card changes, and the session is among the completed ones.
  await expect(neha.getByText('partner yet to complete')).toHaveCount(0)
  await neha.getByRole('tab', { name: 'Completed' }).click()
  await expect(neha.getByRole('tabpanel').getByRole('link', { name: 'Walk together well' })).toBeVisible()
  expect(await neha.evaluate(() => 'isSamePage' in window)).toBe(true)
  for (const page of [neha, suresh]) {
    await expect(page.getByRole('heading', { name: 'Rewards' })).toBeVisible()
    await expect(page.getByRole('list', { name: /badges/i }).getByText('Walk together well')).toBeVisible()
  }
})

/** Everything a page receives: every API reply and every frame of the live socket. */
function recordReceived(page: Page): () => Promise<string> {
  const received: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) received.push(response.text().catch(() => ''))
  })
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(Promise.resolve(String(payload)))))
  return async () => (await Promise.all(received)).join('\n')
}

const namesPerson = (id: number) => new RegExp(`"\\w*(?:user|person|member|mentee)_?id":\\s*${id}\\b`)

/** Answers for the first quiz of a session with a text question, with this word as the text. */
function answeredWith(word: string, session: Awaited<ReturnType<typeof readSession>>) {
  const quizzes = session.sessionSteps.flatMap(({ id, content }) =>
    content.flatMap(({ quiz }) => (quiz ? [{ step: id, quiz }] : [])),
  )
  const found = quizzes.find(({ quiz }) => quiz.questions.some(({ questionType }) => questionType === 'Text'))
  if (!found) throw new Error(`no quiz of ${session.title} has a line to write`)
  const { step, quiz } = found
  const answers = quiz.questions.map(({ key, questionType, answerOptions }) => [
    key,
    questionType === 'Text' ? word : answerOptions[0]?.key,
  ])
  return { session: session.id, step, quiz: quiz.id, answer_json: Object.fromEntries(answers) }
}

test('@once [MEN-03] no mentee of a group ever receives another mentee’s name, steps or answers', async ({ browser, own }) => {
  const arjun = await openAs(browser, own.url, 'arjun')
  const toArjun = recordReceived(arjun)
  const meera = await openAs(browser, own.url, 'meera')
  const toMeera = recordReceived(meera)
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

  const headers = { ...(await authHeaders(kavya.context(), own.url)), origin: own.url }
  const { request } = kavya.context()
  const { id: kavyaId } = await (await request.get(`${own.url}/api/v2/users/profile/`, { headers })).json()
  const open = await readSession(kavya.context(), own.url, 'One goal for three months', 'mentorships')
  await request.post(`${own.url}/api/v2/learninghub/session-start/`, { headers, data: { session: open.id } })
  const word = 'marigold-garden-of-my-own'
  const submitted = answeredWith(word, open)
  const sent = await request.post(`${own.url}/api/v3/learninghub/quiz/save-answer/`, {
    headers,
    multipart: { data: JSON.stringify(submitted) },
  })
  expect(sent.status()).toBe(200)
  const step = open.sessionSteps.find(({ content, status }) => status !== 'COMPLETED' && content.every((item) => !item.quiz))
  const moved = { session: open.id, step: step?.id ?? 0 }
  const answer = await request.post(`${own.url}/api/v2/learninghub/step-complete/`, { headers, data: moved })
  expect(answer.status()).toBe(200)
  await frame
  // Every page that could show her steps or answers next to his own.
  await arjun.goto(`/mentorship/${open.id}/summary`)
  await expect(arjun.getByRole('img', { name: /other mentee/ }).first()).toBeVisible()
  await arjun.goto(`/mentorship/${open.id}/step/${submitted.step}/quiz?quiz=${submitted.quiz}&view=result`)
  await expect(arjun.getByRole('heading', { level: 1 })).toBeVisible()
  await arjun.goto('/mentorship')
  await expect(arjun.getByRole('main').getByText('4 other mentees walk with you.')).toBeVisible()

  const everything = await toArjun()
  expect(everything).toContain('mentorship.progress_changed')
  for (const name of ['Divya', 'Imran', 'Kavya', 'Lakshmi', 'Sharma', 'Sheikh', 'Reddy', 'Murugan'])
    expect(everything).not.toContain(name)
  expect(everything).not.toMatch(namesPerson(kavyaId))
  expect(everything).not.toContain(word)
  // Proves that the search works: her mentor receives her id, and her answer was stored.
  expect(await toMeera()).toMatch(namesPerson(kavyaId))
  const path = `/api/v2/learninghub/quiz/${submitted.session}/${submitted.step}/${submitted.quiz}/`
  expect(await (await request.get(`${own.url}${path}`, { headers })).text()).toContain(word)
})
