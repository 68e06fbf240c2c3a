import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { DraftBody, DraftSurveyQuestion } from '@saathi/contract/content/drafts'
import { listSurveys } from '@saathi/contract/surveys/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choiceQuestion } from '../../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { drawing } from '../../../../test/programme-folder.ts'
import { copyProgrammeWithoutPeople } from '../../../../test/programme-without-people.ts'
import { sendForm } from '../../../../test/send-form.ts'
import { buildStaff } from '../../../../test/staff-rights.ts'
import { loadFolder } from '../../load/folder.ts'

let server: TestServer
let leela: number
const dir = mkdtempSync(join(tmpdir(), 'saathi-programme-'))
beforeAll(async () => {
  server = await startTestServer()
  copyProgrammeWithoutPeople(dir)
  await loadFolder(
    server.app.world,
    dir,
    server.app.log,
    async () => '',
    async () => {},
  )
  leela = await buildStaff(server, 'Author')
})
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await server.stop()
})

const read = async (key: string) => (await server.ask(leela, calls.getDraft, { params: { kind: 'survey', key } })).body
async function write(key: string, name: string, body: DraftBody) {
  const revision = (await read(key)).parts.find((part) => part.name === name)?.revision ?? 0
  return server.ask(leela, calls.saveDraftPart, { params: { kind: 'survey', key }, body: { name, revision, body } })
}
const question = (key: string, changes: Partial<DraftSurveyQuestion> = {}): DraftSurveyQuestion => {
  const asked = choiceQuestion(key)
  const answerOptions = asked.answerOptions.map((option) => ({ ...option, isCorrect: false }))
  return { ...asked, answerOptions, criterion: null, readiness: null, tags: {}, ...changes }
}
const stage = (...questions: DraftSurveyQuestion[]): DraftBody => ({
  kind: 'stage',
  pages: [{ id: 'p1', title: 'About you', description: '', questions }],
})

test('[AUT-01] the desk names the tags, sides of readiness and criteria that answers can be used for', async () => {
  const { tags, readiness, criteria } = (await server.ask(leela, team.listChoices, {})).body
  expect(tags).toContainEqual({ key: 'money', name: 'Money' })
  expect(readiness.length).toBeGreaterThan(1)
  expect(criteria.map(({ key }) => key)).toEqual(expect.arrayContaining(['languages', 'goals']))
  expect(new Set(criteria.map(({ key }) => key)).size).toBe(criteria.length)
  const asha = await server.buildPerson()
  expect((await server.ask(asha, team.listChoices, {})).status).toBe(403)
})

test('[AUT-01] a survey is published with its pictures, and with what its answers are used for', async () => {
  const body = { kind: 'survey' as const, title: 'Your plans', projectId: null }
  const { key } = (await server.ask(leela, calls.createContent, { body })).body
  const about = (await read(key)).parts.find(({ name }) => name === 'survey')?.body
  if (about?.kind !== 'survey') throw new Error('not a survey')
  const { readiness } = (await server.ask(leela, team.listChoices, {})).body
  const side = readiness[0]?.key ?? ''
  const file = new File([drawing('#357')], 'survey.svg', { type: 'image/svg+xml' })
  const { reply: picture } = await sendForm(server, team.addPicture, leela, [['picture', file]])
  const stages = [{ key: 'stage-1', name: 'First', description: 'Two questions.' }]
  const pictures = { icon: picture?.hash ?? null, background: picture?.hash ?? null }
  await write(key, 'survey', { ...about, shortDescription: 'Short.', stages, ...pictures })
  const scale = question('sure', { questionType: 'AgreeabilityFiveOptions', answerOptions: [], readiness: side })
  const choice = question('dream', { criterion: 'goals', tags: { listen: 'money' } })
  await write(key, 'stage:stage-1', stage(choice, scale))
  expect((await read(key)).problems).toEqual([])
  const { revision } = await read(key)
  const params = { kind: 'survey' as const, key }
  expect((await server.ask(leela, calls.publishDraft, { params, body: { revision, way: 'version' } })).status).toBe(200)

  const asha = await server.buildPerson()
  const { surveys } = (await server.ask(asha, listSurveys, { query: {} })).body
  expect(surveys.find(({ name }) => name === 'Your plans')).toMatchObject({ icon: picture?.url })
  const stored = await server.db.selectFrom('survey_stage').select('content').where('key', '=', 'stage-1').execute()
  expect(JSON.stringify(stored)).toContain(`"readiness":"${side}"`)
  expect((await read(key)).parts.find(({ name }) => name === 'stage:stage-1')?.body).toMatchObject({
    pages: [{ questions: [{ criterion: 'goals', tags: { listen: 'money' } }, { readiness: side }] }],
  })
})

test('[AUT-01] a tag that does not exist, and readiness measured by a choice, are named with their place', async () => {
  const body = { kind: 'survey' as const, title: 'Mistaken', projectId: null }
  const { key } = (await server.ask(leela, calls.createContent, { body })).body
  const about = (await read(key)).parts.find(({ name }) => name === 'survey')?.body
  if (about?.kind !== 'survey') throw new Error('not a survey')
  const stages = [{ key: 'stage-1', name: 'First', description: 'Two questions.' }]
  await write(key, 'survey', { ...about, shortDescription: 'Short.', stages, icon: 'f'.repeat(64) })
  await write(key, 'stage:stage-1', stage(question('dream', { readiness: 'confidence', tags: { listen: 'never-written' } })))
  const { problems } = await read(key)
  expect(problems.map(({ part, path }) => `${part} ${path}`)).toEqual(
    expect.arrayContaining([
      'survey icon',
      'stage:stage-1 pages[0].questions[0].readiness',
      'stage:stage-1 pages[0].questions[0].answerOptions[0].tag',
    ]),
  )
})
