import { listSessions } from '@saathi/contract/learning/calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { beginSession, buildSession } from '../../test/hub-sessions.ts'
import { replyOf } from '../../test/send-form.ts'
import { recordStatements } from '../../test/statements.ts'
import { buildSurvey, makeSurveyOption, makeSurveyQuestion, sendStage, setSurveyFlag } from '../../test/surveys.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
  const names = ['speaking', 'computers', 'money'].map((key) => ({ key, name: key }))
  await server.db.insertInto('tag').values(names).execute()
})
beforeEach(async () => {
  await server.db.updateTable('session').set({ published_at: null }).execute()
  asha = await server.buildPerson()
  await setSurveyFlag(server, asha)
})

async function tagged(minutes: number, ...tags: string[]) {
  const session = await buildSession(server, { minutes: [minutes] })
  const rows = tags.map((tag_key, at) => ({ session_id: session.id, position: at + 1, tag_key }))
  if (rows.length > 0) await server.db.insertInto('session_tag').values(rows).execute()
  return session
}
const curated = async (personId = asha) =>
  (await server.ask(personId, listSessions, { query: { notStarted: 'true' } })).body.sessions.map(({ id }) => id)

const skills = makeSurveyQuestion('skills', 'MultiChoiceDropDown', {
  answerOptions: [
    makeSurveyOption('talk', { tag: 'speaking' }),
    makeSurveyOption('type', { tag: 'computers' }),
    makeSurveyOption('other'),
    makeSurveyOption('gone', { tag: 'a-tag-that-is-gone' }),
  ],
})
const wish = makeSurveyQuestion('wish', 'SingleChoiceRadio', {
  answerOptions: [makeSurveyOption('save', { tag: 'money' }), makeSurveyOption('nothing')],
})

describe('the curated row after the screening', () => {
  test('the programme’s first choices come before preferred tags until a session is finished', async () => {
    const survey = await buildSurvey(server, { stages: [[skills]] })
    const gentle = await buildSession(server, { minutes: [30], firstPlace: 1 })
    const talk = await tagged(20, 'speaking')
    replyOf(await sendStage(server, asha, { survey: survey.id, stage: survey.stages[0] ?? 0 }, { answers: { skills: ['talk'] } }))
    expect(await curated()).toEqual([gentle.id, talk.id])
    await beginSession(server, asha, await buildSession(server), { status: 'COMPLETED' })
    expect(await curated()).toEqual([talk.id, gentle.id])
  })

  test('[LRN-02] starts with the preferred tags, most matches first, then the usual order', async () => {
    const short = await tagged(1)
    const money = await tagged(30, 'money')
    const talk = await tagged(20, 'speaking')
    const both = await tagged(40, 'computers', 'speaking', 'money')
    const plain = [short.id, talk.id, money.id, both.id]
    expect(await curated()).toEqual(plain)

    const survey = await buildSurvey(server, { stages: [[skills], [wish]] })
    const send = (at: number, answers: object) =>
      sendStage(server, asha, { survey: survey.id, stage: survey.stages[at] ?? 0 }, { answers })
    replyOf(await send(0, { skills: ['talk', 'type', 'gone', 'other'] }))
    replyOf(await send(1, { wish: 'nothing' }))
    expect(await curated()).toEqual([both.id, talk.id, short.id, money.id])
    expect(await curated(await server.buildPerson())).toEqual(plain)

    const later = await buildSurvey(server, { stages: [[wish]] })
    replyOf(await sendStage(server, asha, { survey: later.id, stage: later.stages[0] ?? 0 }, { answers: { wish: 'save' } }))
    expect(await curated()).toEqual([both.id, talk.id, money.id, short.id])
    await beginSession(server, asha, both)
    expect(await curated()).toEqual([talk.id, money.id, short.id])
  })

  test('[DAY-47] says which of a session’s tags the person chose, and nothing to others', async () => {
    await tagged(5, 'computers', 'money', 'speaking')
    await server.db.insertInto('wanted_tag').values({ person_id: asha, tag_key: 'money' }).execute()
    const chosen = async (who: number) =>
      (await server.ask(who, listSessions, { query: { notStarted: 'true' } })).body.sessions.map(({ chosenTags }) => chosenTags)
    expect(await chosen(asha)).toEqual([['money']])
    expect(await chosen(await server.buildPerson())).toEqual([[]])
  })

  test('is loaded with one query', async () => {
    await server.db.insertInto('wanted_tag').values({ person_id: asha, tag_key: 'money' }).execute()
    const { statementsOf } = recordStatements(server)
    await tagged(5, 'money', 'speaking')
    await curated()
    const about = async () => (await statementsOf(() => curated())).filter((text) => text.includes('"session"'))
    expect(await about()).toHaveLength(1)
    for (let more = 0; more < 4; more += 1) await tagged(5, 'money')
    expect(await about()).toHaveLength(1)
  })
})
