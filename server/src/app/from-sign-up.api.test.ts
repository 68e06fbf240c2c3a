import { randomUUID } from 'node:crypto'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { nextStepOf } from '@saathi/contract/accounts/next-step'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { indiaDate } from '@saathi/contract/core/india-day'
import { addCalendarEvent, listCalendarEvents } from '@saathi/contract/calendar/calls'
import { answerEvent, findTimes } from '@saathi/contract/calendar/time-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { getMatchList, setMatchStatus } from '@saathi/contract/matching/calls'
import { listGroups, runMatching, setSeeker, settleGroup } from '@saathi/contract/matching/staff-calls'
import {
  listMentorsToScreen,
  listRequirements,
  setApproval,
  setCheck,
  setRequirements,
} from '@saathi/contract/matching/screening-calls'
import { listMentorships, listMentorshipSessions, markCelebrated } from '@saathi/contract/mentorship/calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listActs } from '@saathi/contract/staff/audit-calls'
import { getPersonFacts, listPeople } from '@saathi/contract/staff/people-calls'
import {
  declineCall,
  getCallStatus,
  getRoom,
  listCallCards,
  listRooms,
  previewCall,
  startCall,
} from '@saathi/contract/video/calls'
import { listWork } from '@saathi/contract/worklist/calls'
import { noteContact, planContacts } from '@saathi/contract/worklist/contact-calls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressOf, openChatSocket } from '../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import {
  answerFirstSurvey,
  completeHubSessions,
  completeMentorshipSession,
  enterAsAdministrator,
  enterByLink,
  loadProgrammeWithoutPeople,
  mailedLink,
  type Newcomer,
  signUpByMail,
} from '../../test/newcomers.ts'
import { enterCall } from '../../test/video-caller.ts'

/** This file writes no rows of people, flags or statuses: everybody signs up through the API. */

let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

const mentee = (firstName: string, project: string) => signUpByMail(server, { firstName, role: 'Mentee', project })
const mentor = (firstName: string, institutionCode: string) =>
  signUpByMail(server, { firstName, role: 'Mentor', institutionCode })
const approve = (person: Newcomer) => admin.ask(setSeeker, { params: { personId: person.id }, body: { isApproved: true } })
const runFor = (project: string) => admin.ask(runMatching, { body: { project, dryRun: false } })
const experiencesOf = async (person: Newcomer) => (await person.ask(getProfile, {})).status.experiences

async function choose(person: Newcomer): Promise<string> {
  const { matchTrackers } = await person.ask(getMatchList, { query: { active: '1' } })
  const interestSet = matchTrackers.map(({ id }) => ({ id, interestStatus: 'INTERESTED' as const }))
  return (await person.ask(setMatchStatus, { body: { interestSet } }, { 'idempotency-key': randomUUID() })).status
}

/** A call that everyone declines, the first of them with words. */
async function callTogether(leader: Newcomer, followers: readonly Newcomer[], channel: number): Promise<void> {
  expect(await leader.ask(previewCall, { params: { id: channel } })).toMatchObject({ room: null })
  const { room, token } = await leader.ask(startCall, { body: { channel, consent: true } })
  const caller = await enterCall(addressOf(server.app), token ?? '')
  for (const [at, person] of followers.entries()) {
    const ringing = (await person.ask(listRooms, {})).rooms.find((each) => each.room === room)
    expect(ringing?.ring?.by.userId).toBe(leader.id)
    await person.ask(declineCall, { params: { id: room }, body: at === 0 ? { words: 'In class. At 8?' } : {} })
  }
  expect(await caller.next('goodbye')).toMatchObject({ reason: 'declined' })
  expect((await leader.ask(getCallStatus, { params: { id: room } })).ring).toMatchObject({
    state: 'declined',
    replies: [{ userId: followers[0]?.id, words: 'In class. At 8?' }],
  })
  const { calls } = await leader.ask(listCallCards, { params: { id: channel } })
  expect(calls).toMatchObject([{ room, state: 'missed', minutes: 0 }])
}

/** Uses everything a mentorship offers its members once: chat, call, calendar and a session. */
async function useTogether(leader: Newcomer, followers: readonly Newcomer[]) {
  const everybody = [leader, ...followers]
  for (const person of everybody)
    expect(await experiencesOf(person)).toMatchObject({
      curriculum: 'use',
      chattype: 'use',
      video: 'use',
      chatStatus: { mentorshipChat: 'use', aiChat: 'use' },
    })
  const mentorship = (await leader.ask(listMentorships, {})).mentorships[0]?.id ?? 0

  // The shared channel: the one that all of them have.
  const channelIds = await Promise.all(
    everybody.map(async (person) => (await person.ask(listChannels, { query: {} })).channels.map(({ channelId }) => channelId)),
  )
  const channel = channelIds[0]?.find((id) => channelIds.every((ids) => ids.includes(id))) ?? 0
  const clients = await Promise.all(
    everybody.map(async ({ token }) => {
      const client = await openChatSocket(addressOf(server.app), token)
      onTestFinished(() => client.socket.terminate())
      client.say({ command: 'join', channel })
      await client.settle()
      return client
    }),
  )
  const { msg_id: messageId } = (await clients[0]?.send(channel, 'Hello, I am your mentor.')) ?? { msg_id: 0 }
  for (const client of clients.slice(1))
    expect(await client.next('new_message', ({ msg_id }) => msg_id === messageId)).toMatchObject({
      message: 'Hello, I am your mentor.',
    })

  await callTogether(leader, followers, channel)
  const { room } = await leader.ask(startCall, { body: { channel, consent: false } })
  const callers = await Promise.all(
    everybody.map(async (person) => {
      const { token } = await person.ask(getRoom, { params: { id: room } })
      return enterCall(addressOf(server.app), token ?? '')
    }),
  )
  for (const caller of callers) await caller.seesOnly(...callers.map(({ peerId }) => peerId))

  const { sessions } = await leader.ask(listMentorshipSessions, { query: { mentorship } })
  const session = sessions[0]?.id ?? 0
  const params = { mentorshipId: mentorship }
  const { suggested } = await leader.ask(findTimes, { params, query: {} })
  const scheduledTime = suggested[0]?.at ?? ''
  const event = {
    title: 'Our first call',
    eventFrequency: 'NONE',
    scheduledTime,
    isPairGroupCall: true,
    sessionId: session,
  } as const
  const planned = await leader.ask(addCalendarEvent, { params, body: event }, { 'idempotency-key': randomUUID() })
  for (const person of followers)
    await person.ask(answerEvent, { params: { ...params, id: planned.id }, body: { answer: 'yes', scheduledTime } })
  for (const person of everybody)
    expect((await person.ask(listCalendarEvents, { params: { mentorshipId: mentorship }, query: {} })).events).toMatchObject([
      { title: 'Our first call', answers: expect.arrayContaining([expect.objectContaining({ isYes: true })]) },
    ])

  for (const person of everybody) await completeMentorshipSession(person, mentorship, session)
  for (const person of everybody)
    expect((await person.ask(listMentorshipSessions, { query: { mentorship } })).sessions[0]).toMatchObject({
      sessionStatus: 'COMPLETED',
    })
}

test('[MAT-09] a mentee and a mentor who sign up, are matched and confirm can chat, call, plan and learn together', async () => {
  const asha = await mentee('Asha', 'one-to-one')
  const ravi = await mentor('Ravi', 'ABC-1234')
  expect(await experiencesOf(asha)).toMatchObject({ curriculum: 'show', video: 'show', chatStatus: { mentorshipChat: 'show' } })
  for (const person of [asha, ravi]) await answerFirstSurvey(person)
  await completeHubSessions(asha, 5)
  expect((await experiencesOf(asha)).curriculum).toBe('use')
  await screen(ravi)
  expect(await runFor('one-to-one')).toMatchObject({ proposalCount: 1 })
  expect(await choose(asha)).toBe('ON_HOLD')
  expect(await choose(ravi)).toBe('SUCCESS')
  for (const person of [asha, ravi]) await celebrate(person)
  await useTogether(ravi, [asha])
  await lookAt(asha)
  await lookAfter(asha)
})

/** The match is news once, and both learn that they chose each other. */
async function celebrate(person: Newcomer) {
  const partner = async () => (await person.ask(getNextFacts, {})).partners[0]
  const match = await partner()
  expect(match).toMatchObject({ isNew: true, choseEachOther: true, hasWritten: false, channel: expect.any(Number) })
  await person.ask(markCelebrated, { params: { id: match?.mentorship ?? 0 } })
  expect(await partner()).toMatchObject({ isNew: false })
}

/** Somebody of the team is to contact the person today, does so, and the row is gone. */
async function lookAfter({ id: personId }: Newcomer) {
  const today = indiaDate(server.clock.now())
  const { contacts } = await admin.ask(listWork, { query: { view: 'team' } })
  await admin.ask(planContacts, { body: { people: [personId], on: today, personId: admin.id } })
  const planned = await admin.ask(listWork, { query: { view: 'mine', rule: 'contact_overdue' } })
  expect(planned.contacts).toMatchObject({ all: contacts.all, without: contacts.without - 1 })
  expect(planned.items).toMatchObject([{ people: [{ id: personId }], owner: { id: admin.id } }])
  const clientId = randomUUID()
  const at = server.clock.now().toISOString()
  const next = { on: indiaDate(new Date(server.clock.now().getTime() + 30 * 86_400_000)), personId: admin.id }
  const body = { clientId, personId, how: 'call', wasReached: true, note: 'All is well.', at, next } as const
  await admin.ask(noteContact, { body }, { 'idempotency-key': clientId })
  expect((await admin.ask(listWork, { query: { view: 'mine', rule: 'contact_overdue' } })).items).toEqual([])
}

/** The programme requires an interview; without it nobody is approved. */
async function screen({ id: personId, ask }: Newcomer) {
  expect(nextStepOf(await ask(getNextFacts, {}), server.clock.now())).toEqual({ kind: 'checks' })
  const { programmes } = await admin.ask(listRequirements, {})
  const projectId = programmes.find(({ name }) => name === 'Saathi one to one')?.projectId ?? 0
  await admin.ask(setRequirements, { params: { projectId }, body: { kinds: ['interview'] } })
  onTestFinished(async () => {
    await admin.ask(setRequirements, { params: { projectId }, body: { kinds: [] } })
  })
  const { mentors } = await admin.ask(listMentorsToScreen, { query: { approved: '0' } })
  expect(mentors).toMatchObject([{ personId, isReady: false, checks: [{ kind: 'interview', state: 'open' }] }])
  const result = { isPassed: true, evidence: 'Call on Monday', expiresOn: null }
  await admin.ask(setCheck, { params: { personId, kind: 'interview' }, body: result })
  const approval = { isApproved: true, reason: 'The interview went well.' }
  expect(await admin.ask(setApproval, { params: { personId }, body: approval })).toMatchObject({ isApproved: true })
  expect(nextStepOf(await ask(getNextFacts, {}), server.clock.now())).toEqual({ kind: 'looking', finds: 'mentee' })
}

/** The team finds the person and opens their page; the person sees that, and the record of acts has it. */
async function lookAt({ id: personId, ask }: Newcomer) {
  const { people } = await admin.ask(listPeople, { query: { search: 'ash', stage: 'in_pair' } })
  expect(people).toMatchObject([{ id: personId, partners: ['Ravi Sen'] }])
  const facts = await admin.ask(getPersonFacts, { params: { personId }, query: { reason: 'Before a visit' } })
  expect(facts).toMatchObject({
    stage: 'in_pair',
    learning: { doneCount: 5 },
    surveys: [{ status: 'done' }],
    mentorships: [{ sessionsDone: 1, callCount: 1 }],
  })
  expect((await ask(listLooksAtMe, { query: {} })).looks).toMatchObject([{ what: 'opened_page', reason: 'Before a visit' }])
  expect((await admin.ask(listActs, { query: { personId } })).acts).toMatchObject([{ what: 'opened_page', personId }])
}

test('[MAT-09] three mentees and a group mentor who sign up become a group that can chat, call, plan and learn together', async () => {
  const mentees = await Promise.all(['Divya', 'Imran', 'Kavya'].map((name) => mentee(name, 'design-circle')))
  const meera = await mentor('Meera', 'CIRCLE-7')
  for (const person of [...mentees, meera]) await answerFirstSurvey(person)
  for (const person of mentees) await completeHubSessions(person, 5)
  await approve(meera)
  expect(await runFor('design-circle')).toMatchObject({ proposalCount: 3 })
  expect(await choose(meera)).toBe('GROUP_HOLD')
  const { groups } = await admin.ask(listGroups, { query: {} })
  await admin.ask(settleGroup, { params: { id: groups[0]?.id ?? 0 }, body: { what: 'start' } })
  await useTogether(meera, mentees)
})

test('[TOD-14] a mentorship started by staff opens the same as a match, for mentor, mentee and pair manager', async () => {
  const neha = await mentee('Neha', 'one-to-one')
  const suresh = await mentor('Suresh', 'ABC-1234')
  const email = `anita-${randomUUID()}@saathi.example`
  const anita = { email, role: 'PairManager', firstName: 'Anita', lastName: 'Desai', newPrimaryLanguage: 'en' } as const
  const { personId: pairManager } = await admin.ask(addPerson, { body: anita })
  const body = { mentor: suresh.id, mentees: [neha.id], pairManager, reason: 'They know each other.' }
  await admin.ask(startMentorship, { body }, { 'idempotency-key': randomUUID() })
  await useTogether(suresh, [neha])

  const manager = await enterByLink(server, await mailedLink(server, email), { isStaff: false })
  expect(await experiencesOf(manager)).toMatchObject({ curriculum: 'use', video: 'use', chatStatus: { mentorshipChat: 'use' } })
  const { channels } = await manager.ask(listChannels, { query: {} })
  const client = await openChatSocket(addressOf(server.app), manager.token)
  onTestFinished(() => client.socket.terminate())
  const shared = channels.find(({ kind }) => kind !== 'assistant')?.channelId ?? 0
  expect(await client.send(shared, 'I look after the two of you.')).toMatchObject({ message: 'I look after the two of you.' })
})
