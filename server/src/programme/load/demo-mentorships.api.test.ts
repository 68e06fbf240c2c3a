import { fileURLToPath } from 'node:url'
import { cardState, streakOf } from '@saathi/contract/mentorship/progress'
import {
  getMentorshipProgress,
  listMentorships,
  listMentorshipSessions,
  listMyMentorshipSessions,
} from '@saathi/contract/mentorship/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { address } from '../../../test/programme-mentorship.ts'
import { loadFolder } from './folder.ts'

const demo = fileURLToPath(new URL('../../../../demo', import.meta.url))
/** A Monday, when nobody has had time for three quizzes yet. */
const monday = new Date('2026-03-09T12:00:00+05:30')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.clock.set(monday)
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
})
afterAll(() => server.stop())

const personId = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id
const mentorshipsOf = async (name: string) => (await server.ask(await personId(name), listMentorships, {})).body.mentorships
async function progressOf(name: string) {
  const [first] = await mentorshipsOf(name)
  return (await server.ask(await personId(name), getMentorshipProgress, { params: { id: first?.id ?? 0 }, query: {} })).body
}
async function cardsOf(name: string) {
  const { sessions } = (await server.ask(await personId(name), listMentorshipSessions, { query: {} })).body
  return sessions.map((card) => ({ ...cardState(card, monday), status: card.sessionStatus }))
}

test('Asha has a badge of each kind, an active streak, and a mentor who is one session ahead', async () => {
  const { badges, quizStreaks, completedSessions, totalSessions, partners } = await progressOf('asha')
  expect(badges.map(({ badgeType }) => badgeType).toSorted()).toEqual(['Bronze', 'Gold', 'Gold', 'Silver'])
  const streak = streakOf(quizStreaks, monday)
  expect(streak.isMaintained).toBe(true)
  expect(streak.count).toBeGreaterThanOrEqual(3)
  expect([completedSessions, totalSessions, partners[0]?.completedSessions]).toEqual([4, 8, 5])
})

test('the cards of both show who waits for whom', async () => {
  const says = async (name: string) => (await cardsOf(name)).map((card) => card.says)
  const four = Array.from({ length: 4 }, () => 'completed')
  expect(await says('asha')).toEqual([...four, 'completeBy', 'timeLeft', 'timeLeft', 'timeLeft'])
  expect(await says('ravi')).toEqual([...four, 'partnerOpen', 'timeLeft', 'timeLeft', 'timeLeft'])
})

test('Suresh has started and Neha has not', async () => {
  expect((await cardsOf('suresh')).map(({ status }) => status).slice(0, 2)).toEqual(['ONGOING', 'NOT_STARTED'])
  expect(new Set((await cardsOf('neha')).map(({ status }) => status))).toEqual(new Set(['NOT_STARTED']))
})

test('in the group one mentee is ahead, one is late and one has not started', async () => {
  const group = ['arjun', 'imran', 'lakshmi', 'meera']
  const [arjun, imran, lakshmi, meera] = await Promise.all(group.map(cardsOf))
  const done = (cards: typeof arjun) => cards?.filter(({ status }) => status === 'PARTIAL_COMPLETE').length
  expect([done(arjun), done(meera), done(imran), done(lakshmi)]).toEqual([3, 2, 1, 0])
  expect(imran?.[1]).toMatchObject({ status: 'ONGOING', says: 'timeLeft', colour: 'red' })
  expect(new Set(lakshmi?.map(({ status }) => status))).toEqual(new Set(['NOT_STARTED']))
})

test('Zoya can read sessions started with Ravi, who has another mentorship now', async () => {
  const [ended, ...more] = await mentorshipsOf('mentorship-ended')
  expect(ended).toMatchObject({ isActive: false, partners: [{ firstName: 'Ravi' }] })
  expect(more).toEqual([])
  const query = { mentorship: ended?.id }
  const mine = await server.ask(await personId('mentorship-ended'), listMyMentorshipSessions, { query })
  expect(mine.body.sessions.map(({ sessionStatus, isOpen }) => [sessionStatus, isOpen])).toEqual([
    ['ONGOING', false],
    ['COMPLETED', false],
    ['COMPLETED', false],
  ])
  expect((await mentorshipsOf('ravi')).map(({ isActive }) => isActive)).toEqual([true, false])
})
