import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detectDanger, soundsDistressed } from '#help/public.ts'
import { ASSISTANT_TIMEOUT_MS } from '#core/settings/chat.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { streamPieces, startModelStandIn } from '../../../test/model-stand-in.ts'
import { loadProgrammeWithoutPeople } from '../../../test/newcomers.ts'
import type { Question } from './answer.ts'
import { assistantEngine } from './engine.ts'
import { findPassagesFor } from './passages.ts'
import { type Passage, rankPassages } from './rank-passages.ts'
import { choosePassage, understand } from './understand.ts'

/**
 * 300 questions as young people type them, with what they are about. Every third one was written but not looked at while the words
 * and thresholds were chosen, and its rates are checked apart.
 */
const files = ['about-me', 'programme', 'small-talk', 'off-topic', 'distress'] as const
const QuestionFile = z.record(z.string(), z.record(z.string(), z.array(z.string())))
type Case = { file: (typeof files)[number]; right: string[]; language: string; text: string; isHeldBack: boolean }

const readCases = (file: Case['file']): Case[] => {
  const path = new URL(`../../../test/assistant/${file}.json`, import.meta.url)
  const content = QuestionFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  return Object.entries(content)
    .flatMap(([right, byLanguage]) =>
      Object.entries(byLanguage).flatMap(([language, texts]) =>
        texts.map((text) => ({ file, right: right.split('|'), language, text })),
      ),
    )
    .map((each, at) => ({ ...each, isHeldBack: at % 3 === 2 }))
}
const cases = files.flatMap(readCases)

let server: TestServer
let personId: number
let passages: Passage[]
beforeAll(async () => {
  server = await startTestServer()
  await loadProgrammeWithoutPeople(server)
  personId = await server.buildPerson()
  passages = await findPassagesFor(server.db, { personId, language: 'en' })
}, 120_000)
afterAll(() => server.stop())

/** What the built-in assistant takes a question for, by the name that the files use; null if it does not answer. */
function read(text: string): string | null {
  if (detectDanger(text) || soundsDistressed(text)) return 'distress'
  const understood = understand(text)
  if (understood.kind === 'small-talk') return understood.smallTalk
  if (understood.kind === 'about-me') return understood.intent
  const chosen = choosePassage(rankPassages(passages, text, 5))
  return chosen.kind === 'passage' ? chosen.passage.title : null
}

function ratesOf(some: readonly Case[]) {
  const read_ = some.map((each) => ({ ...each, reading: read(each.text) }))
  const answered = read_.filter(({ reading }) => reading !== null)
  const answerable = read_.filter(({ file }) => file !== 'off-topic')
  return {
    precision: answered.filter(({ right, reading }) => right.includes(reading ?? '')).length / answered.length,
    coverage: answerable.filter(({ reading }) => reading !== null).length / answerable.length,
    wrong: answered.filter(({ right, reading }) => !right.includes(reading ?? '')),
  }
}

describe('[DAY-55] of 300 questions in three languages, the built-in assistant', () => {
  test('is asked each once', () => {
    expect(cases).toHaveLength(300)
    expect(new Set(cases.map(({ text }) => text)).size).toBe(300)
  })

  test.each([
    ['all', cases],
    ['those held back', cases.filter(({ isHeldBack }) => isHeldBack)],
  ])('answers %s with a precision of at least 0.95 at a coverage of at least 0.7', (_name, some) => {
    const { precision, coverage, wrong } = ratesOf(some)
    const mistakes = wrong.map(({ text, reading }) => `${text} → ${reading}`).join('\n')
    expect(precision, `${precision} with ${coverage}\n${mistakes}`).toBeGreaterThanOrEqual(0.95)
    expect(coverage).toBeGreaterThanOrEqual(0.7)
  })

  test('[DAY-54] answers no sentence of distress with a passage or a fact', () => {
    const wrong = cases.filter(({ file, text }) => file === 'distress' && ![null, 'distress'].includes(read(text)))
    expect(wrong.map(({ text }) => text)).toEqual([])
  })
})

test('[DAY-56] a configured endpoint gets only texts that the person may see, and nothing personal', async () => {
  const model = await startModelStandIn()
  // Answers from the first text, like a model that follows its instructions.
  model.behaveLike((response, { messages }) => {
    const [, title] = /^\[1\] (.+)$/m.exec(messages[0]?.content ?? '') ?? []
    streamPieces(response, [title ?? 'UNKNOWN'])
  })
  const settings = { url: model.url, key: undefined, model: 'small-1', answerWithinMs: ASSISTANT_TIMEOUT_MS }
  const limits = { assistantPerPerson: [{ name: 'assistant.person', limit: 1_000, windowSeconds: 60 }] }
  const engine = assistantEngine({ settings, limits, linkTo: (path) => `http://localhost:0${path}` })
  const log = pino({ level: 'silent' })
  const { db, clock } = server
  const findFacts = () => Promise.reject(new Error('no question here reads facts'))
  const texts = cases.filter(({ file }) => file === 'programme' || file === 'distress')
  for (const { text } of texts) {
    const reading = read(text)
    if (reading !== null && /^[a-z-]+$/.test(reading) && reading !== 'distress') continue
    const question: Question = {
      messageId: 1,
      channelId: 1,
      personId,
      role: 'Mentee',
      language: 'en',
      text,
      askedAt: clock.now(),
    }
    await engine.answer({ db, now: clock.now, log, signal: new AbortController().signal, findFacts }, question, () => {})
  }
  await model.stop()
  expect(model.asked.length).toBeGreaterThan(50)
  const sent = model.asked.map(({ messages }) => messages.at(-1)?.content)
  expect(sent.filter((text) => detectDanger(text ?? '') || soundsDistressed(text ?? ''))).toEqual([])
  const mayRead = new Set([...passages, ...(await findPassagesFor(db, { personId, language: 'hi' }))].map(({ title }) => title))
  const titles = model.asked.flatMap(({ messages }) =>
    [...(messages[0]?.content ?? '').matchAll(/^\[\d\] (.+)$/gm)].map(([, title]) => title),
  )
  expect(titles.filter((title) => !mayRead.has(title ?? ''))).toEqual([])
})
