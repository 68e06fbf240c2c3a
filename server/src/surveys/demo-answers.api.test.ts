import { fileURLToPath } from 'node:url'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listSurveys } from '@saathi/contract/surveys/calls'
import { getReadiness } from '@saathi/contract/surveys/readiness-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { setSurveyFlag } from '../../test/surveys.ts'
import { loadFolder } from '../programme/load/folder.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
})
afterAll(() => server.stop())

const personId = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', `${name}@saathi.example`).executeTakeFirstOrThrow()).id

test.each([
  ['nisha', ['NOT_STARTED']],
  ['asha', ['COMPLETE']],
  ['several-surveys', ['COMPLETE', 'NOT_STARTED', 'NOT_STARTED']],
  ['staff', []],
])('%s has the survey progress that the demo describes', async (name, beginnings) => {
  const { surveys } = (await server.ask(await personId(name), getProfile, {})).body.status
  expect(surveys.map(({ surveyStatus }) => surveyStatus.split(' ')[0])).toEqual(beginnings)
})

test('their answers count for scores and sessions', async () => {
  const asha = await personId('asha')
  const { workReadinessScore, areas } = (await server.ask(asha, getReadiness, {})).body
  expect(areas).toHaveLength(5)
  expect(workReadinessScore).toBeGreaterThan(0)
  const [survey] = (await server.ask(asha, listSurveys, {})).body.surveys
  expect(survey?.answeredQuestions).toBeGreaterThanOrEqual(19)
  const preferred = await server.db.selectFrom('wanted_tag').select('tag_key').where('person_id', '=', asha).execute()
  expect(preferred.length).toBeGreaterThan(0)
})

test('people who sign up long after the first load still get a survey, although another has closed', async () => {
  const closing = (await server.ask(await personId('several-surveys'), listSurveys, {})).body.surveys.filter(
    ({ closesAt }) => closesAt !== null,
  )
  expect(closing).toMatchObject([{ name: 'Looking back', isClosed: false }])
  server.clock.advance(400 * 86_400)
  const newcomer = await server.buildPerson()
  await setSurveyFlag(server, newcomer)
  expect((await server.ask(newcomer, listSurveys, {})).body.surveys).toMatchObject([
    { name: 'About you and your goals', status: 'NOT_STARTED', isClosed: false },
  ])
  server.clock.reset()
})
