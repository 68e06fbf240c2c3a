import { startSession } from '@saathi/contract/learning/session-calls'
import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import type { NoticeKind } from '@saathi/contract/notices/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setServerClock } from '../../test/server-clock.ts'
import { buildPost, words } from '../../test/feed-posts.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildSession } from '../../test/hub-sessions.ts'
import { buildSurvey, markSurveyCompleted, setSurveyFlag } from '../../test/surveys.ts'

const soon = { timeout: 40_000, interval: 50 }
const at = (moment: string) => new Date(`2026-11-${moment}:00+05:30`)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setServerClock(server, at('02T10:00'))
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

const noticesOf = async (personId: number, of: NoticeKind) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === of)

const unfinished = `state < 'completed' and start_after <= jobs.job_now()`

/** A job that runs while the clock moves would schedule its next run by the old time. */
async function moveTo(moment: Date) {
  const dueJobs = async () => (await server.pool.query(`select name from jobs.job where ${unfinished}`)).rows
  await expect.poll(dueJobs, soon).toEqual([])
  await setServerClock(server, moment)
}

/** Waits until the due daily jobs of this name are done. */
async function done(name: string) {
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query(`select state from jobs.job where name = $1 and ${unfinished}`, [name])
      return rows
    }, soon)
    .toEqual([])
}

test('[PLT-02] a survey that opens is announced once to its audience, but not to people who have started it', async () => {
  await moveTo(at('03T10:00'))
  const [mentee, hindi, mentor, locked] = [
    await server.buildPerson(),
    await server.buildPerson({ language: 'hi' }),
    await server.buildPerson({ role: 'Mentor' }),
    await server.buildPerson(),
  ]
  for (const personId of [mentee, hindi, mentor]) await setSurveyFlag(server, personId)
  await setSurveyFlag(server, locked, 'show')
  await moveTo(at('03T12:00'))
  const first = await buildSurvey(server, { name: 'About you', hindiName: 'आपके बारे में', audience: 'mentees' })
  const next = await buildSurvey(server, { name: 'Ready for work', after: { surveyId: first.id, days: 2 } })
  const late = await server.buildPerson()
  await setSurveyFlag(server, late)

  await moveTo(at('04T09:15'))
  await expect.poll(() => noticesOf(mentee, 'surveys'), soon).toHaveLength(1)
  expect(await noticesOf(mentee, 'surveys')).toMatchObject([
    { title: 'A survey is open for you', text: '“About you” is open for you now.', link: `/survey?survey=${first.id}` },
  ])
  expect(await noticesOf(hindi, 'surveys')).toMatchObject([{ text: '“आपके बारे में” अब आपके लिए खुला है।' }])
  await done('surveys.tell_opened')
  // Not announced to people outside the audience, with locked surveys, or who joined later and see it as their first step.
  for (const personId of [mentor, locked, late]) expect(await noticesOf(personId, 'surveys')).toEqual([])

  await markSurveyCompleted(server, mentee, first)
  await moveTo(at('05T09:15'))
  await done('surveys.tell_opened')
  expect(await noticesOf(mentee, 'surveys')).toHaveLength(1)
  await moveTo(at('07T09:15'))
  await expect.poll(() => noticesOf(mentee, 'surveys'), soon).toHaveLength(2)
  expect((await noticesOf(mentee, 'surveys'))[0]).toMatchObject({ link: `/survey?survey=${next.id}` })
  expect(await noticesOf(hindi, 'surveys')).toHaveLength(1)
})

test('[PLT-02] new sessions of a day are one notice, and none for people who cannot take them', async () => {
  await moveTo(at('10T10:00'))
  const [asha, begun] = [await server.buildPerson(), await server.buildPerson()]
  const closed = await server.buildPerson()
  await server.db.updateTable('experience').set({ session: 'show' }).where('person_id', '=', closed).execute()
  await moveTo(at('10T12:00'))
  const one = await buildSession(server, { title: 'Listening well' })
  await buildSession(server, { isLearningHub: false })
  await buildSession(server, { isPublished: false })
  await server.ask(begun, startSession, { body: { session: one.id } })
  const late = await server.buildPerson()

  await moveTo(at('11T09:25'))
  await expect.poll(() => noticesOf(asha, 'sessions'), soon).toHaveLength(1)
  expect(await noticesOf(asha, 'sessions')).toMatchObject([
    { title: 'New in the Learning Hub', text: '“Listening well” is new.', link: `/session/sessionintroduction/${one.id}` },
  ])
  await done('learning.tell_new_sessions')
  for (const personId of [begun, closed, late]) expect(await noticesOf(personId, 'sessions')).toEqual([])

  await buildSession(server, { title: 'Saying no' })
  await buildSession(server, { title: 'Asking for help' })
  await moveTo(at('12T09:25'))
  await expect.poll(() => noticesOf(asha, 'sessions'), soon).toHaveLength(2)
  expect((await noticesOf(asha, 'sessions'))[0]).toMatchObject({
    text: '“Saying no” and more are new.',
    link: '/learninghub/allsession',
  })
  await moveTo(at('13T09:25'))
  await done('learning.tell_new_sessions')
  expect(await noticesOf(asha, 'sessions')).toHaveLength(2)
})

test('[PLT-02] new posts are one notice a day in the reader’s language, and none while the last is unread', async () => {
  await moveTo(at('15T10:00'))
  const [asha, hindi, off] = [
    await server.buildPerson(),
    await server.buildPerson({ language: 'hi' }),
    await server.buildPerson(),
  ]
  await server.ask(off, chooseNotices, { body: { kind: 'feed', inApp: false, email: false, push: false } })
  await moveTo(at('16T10:00'))
  await buildPost(server, { event: 'quote' })
  await moveTo(at('17T09:35'))
  await done('feed.tell_new_posts')
  expect(await noticesOf(asha, 'feed')).toEqual([])

  await buildPost(server, { content: { title: words('A first job', { hi: 'पहली नौकरी' }) } })
  await moveTo(at('18T09:35'))
  await expect.poll(() => noticesOf(asha, 'feed'), soon).toHaveLength(1)
  expect(await noticesOf(asha, 'feed')).toMatchObject([
    { title: 'New in the feed', text: '“A first job” is new in the feed.', link: '/feed' },
  ])
  await expect.poll(() => noticesOf(hindi, 'feed'), soon).toMatchObject([{ text: 'फ़ीड में “पहली नौकरी” नया है।' }])
  await buildPost(server, { content: { title: words('Another') } })
  await moveTo(at('19T09:35'))
  await done('feed.tell_new_posts')
  expect(await noticesOf(asha, 'feed')).toHaveLength(1)
  expect(await noticesOf(off, 'feed')).toEqual([])
})
