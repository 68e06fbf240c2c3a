import { exportOwnData } from '@saathi/contract/accounts/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf } from '#core/files/test-pictures.ts'
import { erasePersonIn } from '../../test/erase-person.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { toTexts } from '../../test/quiz-content.ts'
import { replyOf } from '../../test/send-form.ts'
import { buildSurvey, makeStage, makeSurveyOption, makeSurveyQuestion, sendStage, setSurveyFlag } from '../../test/surveys.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db
    .insertInto('readiness_area')
    .values({ key: 'speaking', position: 1, name: JSON.stringify(toTexts('Speaking up')) })
    .execute()
  await server.db.insertInto('tag').values({ key: 'money', name: 'Money' }).execute()
})
afterAll(() => server.stop())

const questions = [
  makeSurveyQuestion('why', 'Text', { title: toTexts('Why are you here?', 'आप यहाँ क्यों हैं?') }),
  makeSurveyQuestion('word', 'Password', { title: toTexts('A password') }),
  makeSurveyQuestion('mood', 'Scale', { title: toTexts('How do you feel?'), readiness: 'speaking' }),
  makeSurveyQuestion('letter', 'Document', { title: toTexts('A letter') }),
  makeSurveyQuestion('wish', 'SingleChoiceRadio', {
    title: toTexts('What next?'),
    answerOptions: [makeSurveyOption('save', { tag: 'money' }), makeSurveyOption('rest')],
  }),
]

async function answered() {
  const personId = await server.buildPerson({ language: 'hi' })
  await setSurveyFlag(server, personId)
  const stage = makeStage([questions], { name: toTexts('About you', 'आपके बारे में') })
  const survey = await buildSurvey(server, { name: 'Your goals', hindiName: 'आपके लक्ष्य', stages: [stage] })
  const letter = new File([new Uint8Array(makePdf())], 'letter.pdf', { type: 'application/pdf' })
  const submission = { answers: { why: 'To learn', word: 'Hidden@2026', mood: 10, wish: 'save' }, parts: { letter } }
  replyOf(await sendStage(server, personId, { survey: survey.id, stage: survey.stages[0] ?? 0 }, submission))
  return personId
}
const exportOf = async (personId: number) => (await server.ask(personId, exportOwnData, { body: {} })).body.parts
const ownRows = async (personId: number) => {
  const tables = ['survey_response', 'stage_response', 'stage_answer', 'readiness_score', 'wanted_tag'] as const
  const counts: number[] = []
  for (const table of tables)
    counts.push((await server.db.selectFrom(table).selectAll().where('person_id', '=', personId).execute()).length)
  return counts
}

test('the export contains every answer with its question text, and no password', async () => {
  const asha = await answered()
  const parts = await exportOf(asha)
  const common = { survey: 'Your goals', stage: 'About you', answeredAt: expect.any(String) }
  const [file] = await server.db.selectFrom('file').select('id').where('owner_id', '=', asha).execute()
  expect(parts['surveys']).toEqual({
    surveys: [{ survey: 'Your goals', startedAt: expect.any(String), completedAt: expect.any(String) }],
    corrections: [],
    stagesSent: [{ survey: 'Your goals', stage: 'About you', submittedAt: expect.any(String) }],
    answers: [
      { ...common, question: 'A letter', answer: file?.id },
      { ...common, question: 'How do you feel?', answer: 10 },
      { ...common, question: 'Why are you here?', answer: 'To learn' },
      { ...common, question: 'What next?', answer: 'save' },
      { ...common, question: 'A password', answer: true },
    ],
    workReadiness: [{ area: 'Speaking up', score: 100, scoredAt: expect.any(String), survey: 'Your goals' }],
  })
  expect(parts['files']).toMatchObject([{ id: file?.id, name: 'letter.pdf' }])
  expect(parts['learning']).toMatchObject({ wantedTags: ['Money'] })
  expect(JSON.stringify(parts)).not.toContain('Hidden@2026')
})

test('leaving Saathi deletes the person’s rows and files, and nobody else’s', async () => {
  const [asha, ravi] = [await answered(), await answered()]
  const his = await ownRows(ravi)
  expect(his).toEqual([1, 1, 5, 1, 1])
  await erasePersonIn(server, asha)
  expect(await ownRows(asha)).toEqual([0, 0, 0, 0, 0])
  expect(await server.db.selectFrom('file').select('id').where('owner_id', '=', asha).execute()).toEqual([])
  expect(await ownRows(ravi)).toEqual(his)
})
