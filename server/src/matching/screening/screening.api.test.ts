import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import { getMatchList } from '@saathi/contract/matching/calls'
import * as calls from '@saathi/contract/matching/screening-calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { getConsole } from '@saathi/contract/staff/console-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '#core/jobs/move-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMatching, buildOffer, buildSeeker } from '../../../test/matching.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'

const ABSENT = 2_000_000_000
const reason = 'All papers are in folder 12.'
let server: TestServer
let admin: number
let projectId: number
let mentor: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.buildPerson({ role: 'Admin' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  await markSecondFactor(server, admin)
  ;({ projectId } = await buildMatching(server, { plan: { needs_approval: true } }))
  mentor = await buildSeeker(server, { projectId, part: 'mentor', approved: false })
})

const require = (kinds: calls.CheckKind[], by = admin) =>
  server.ask(by, calls.setRequirements, { params: { projectId }, body: { kinds } })
type Result = { isPassed?: boolean; expiresOn?: string | null }
const check = (kind: calls.CheckKind, { isPassed = true, expiresOn = null }: Result = {}, by = admin, personId = mentor) =>
  server.ask(by, calls.setCheck, { params: { personId, kind }, body: { isPassed, evidence: 'Notes in folder 12', expiresOn } })
const approve = (isApproved = true, by = admin, personId = mentor) =>
  server.ask(by, calls.setApproval, { params: { personId }, body: { isApproved, reason } })
const dayIn = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const isApproved = async () => {
  const query = { approved: '1', size: 50 } as const
  const { mentors } = (await server.ask(admin, calls.listMentorsToScreen, { query })).body
  return mentors.some(({ personId }) => personId === mentor)
}

describe('[STF-14] a mentor', () => {
  test('can be approved, by either call, once every required check has passed', async () => {
    await require(['interview', 'identity'])
    expect((await approve()).body.code).toBe('matching.checks_open')
    const seeker = { params: { personId: mentor }, body: { isApproved: true } }
    expect((await server.ask(admin, setSeeker, seeker)).body.code).toBe('matching.checks_open')
    await check('interview')
    await check('identity', { isPassed: false })
    expect((await approve()).body.code).toBe('matching.checks_open')
    const { body } = await check('identity')
    expect(body).toMatchObject({ isReady: true, isApproved: false })
    expect(body.checks).toMatchObject([
      { kind: 'interview', isRequired: true, state: 'passed', evidence: 'Notes in folder 12', by: expect.any(String) },
      { kind: 'identity', isRequired: true, state: 'passed' },
    ])
    expect((await approve()).body.isApproved).toBe(true)
    expect(await isApproved()).toBe(true)
  })

  test('loses the approval with the first check that expires, and open offers are closed', async () => {
    await require(['training'])
    await check('training', { expiresOn: dayIn(3) })
    await approve()
    const mentee = await buildSeeker(server, { projectId, part: 'mentee' })
    await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'issued' })
    const offers = async () => {
      const { matchTrackers } = (await server.ask(mentee, getMatchList, { query: { active: '' } })).body
      return matchTrackers.filter(({ status }) => status === 'ACTIVE').length
    }
    expect([await isApproved(), await offers()]).toEqual([true, 1])
    await moveClock(server.db, server.clock, () => server.clock.advance(5 * 86_400))
    await server.app.startJobs(server.url)
    await markSecondFactor(server, admin)
    await expect.poll(isApproved).toBe(false)
    expect(await offers()).toBe(0)
  })

  test('loses the approval at once if a check fails, the programme asks for more, or staff end it', async () => {
    await require(['interview'])
    await check('interview')
    await approve()
    expect((await check('interview', { isPassed: false })).body.isApproved).toBe(false)
    await check('interview')
    await approve()
    expect((await require(['interview', 'agreement'])).body).toEqual({ ended: 1 })
    expect(await isApproved()).toBe(false)
    await check('agreement')
    await approve()
    expect((await approve(false)).body.isApproved).toBe(false)
  })

  test('needs no check where the programme asks for none; a check cannot end in the past', async () => {
    expect((await approve()).body).toMatchObject({ isApproved: true, checks: [] })
    expect((await check('interview', { expiresOn: '2020-01-01' })).body.code).toBe('matching.check_expired')
  })

  test('of a foreign programme is answered like an unknown person', async () => {
    const manager = await server.buildPerson({ role: 'ProgramManager' })
    await markSecondFactor(server, manager)
    const { members } = (await server.ask(admin, listTeam, {})).body
    for (const { id } of members.find(({ personId }) => personId === manager)?.rights ?? [])
      await server.ask(admin, endRight, { params: { id }, body: {} })
    const own = (await buildMatching(server, { plan: { needs_approval: true } })).projectId
    const right = { personId: manager, role: 'ProgramManager', projectId: own, until: null } as const
    await server.ask(admin, giveRight, { body: right })
    for (const personId of [mentor, ABSENT]) {
      expect((await check('interview', {}, manager, personId)).body.code).toBe('matching.person_not_found')
      expect((await approve(true, manager, personId)).body.code).toBe('matching.person_not_found')
    }
    expect((await require(['interview'], manager)).body.code).toBe('matching.no_plan')
    expect((await server.ask(manager, calls.listMentorsToScreen, { query: { approved: '0' } })).body.mentors).toEqual([])
    expect((await server.ask(manager, getConsole, {})).body.waiting.screening).toBe(0)
    const theirs = await buildSeeker(server, { projectId: own, part: 'mentor', approved: false })
    expect((await server.ask(manager, getConsole, {})).body.waiting.screening).toBe(1)
    expect((await approve(true, manager, theirs)).body.isApproved).toBe(true)
  })
})
