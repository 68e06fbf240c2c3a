import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/mentorship/course-calls'
import { takeOutMember } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { findCourseFacts } from '#mentorship/public.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { buildStaff } from '../../../test/staff-rights.ts'

let server: TestServer
let manager: number
beforeAll(async () => {
  server = await sharedServer()
  manager = await buildStaff(server, 'ProgramManager')
})

const ABSENT = 2_000_000_000
const propose = (who: number | null, id: number, meetingsPerMonth: number) =>
  server.ask(who, calls.proposeAgreement, { params: { id }, body: { meetingsPerMonth } }, { 'idempotency-key': randomUUID() })
const accept = (who: number | null, id: number, proposalId: number) =>
  server.ask(who, calls.acceptAgreement, { params: { id, proposalId }, body: {} })
const close = (who: number | null, id: number, proposalId: number) =>
  server.ask(who, calls.closeProposal, { params: { id, proposalId }, body: {} })
const agreementOf = async (who: number, id: number) =>
  (await server.ask(who, calls.getMyCourse, { params: { id } })).body.agreement
const openIdOf = async (who: number, id: number) => (await agreementOf(who, id)).proposals[0]?.id ?? 0
const newestOf = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices[0]

async function buildPair() {
  const { id, mentorId, menteeIds, pairManagerId } = await buildMentorship(server, { withPairManager: true })
  return { id, ravi: mentorId, asha: menteeIds[0] ?? 0, anita: pairManagerId ?? 0 }
}

describe('a pair', () => {
  test('[TOD-06] one proposes how often they meet and the other accepts; both and the team see it', async () => {
    const { id, ravi, asha, anita } = await buildPair()
    expect(await agreementOf(asha, id)).toEqual({ meetingsPerMonth: null, agreedAt: null, proposals: [] })
    const { body } = await propose(asha, id, 2)
    expect(body).toMatchObject({ meetingsPerMonth: null, proposals: [{ meetingsPerMonth: 2, proposedBy: asha }] })
    expect(await newestOf(ravi)).toMatchObject({
      text: 'Somebody in your mentorship suggests meeting 2 times a month. Please answer.',
      link: `/mentorship?mentorship=${id}`,
    })
    const agreed = { meetingsPerMonth: 2, agreedAt: expect.any(String), proposals: [] }
    expect((await accept(ravi, id, await openIdOf(ravi, id))).body).toEqual(agreed)
    expect(await newestOf(asha)).toMatchObject({ text: 'You meet 2 times a month.' })
    for (const who of [asha, ravi, anita]) expect(await agreementOf(who, id)).toEqual(agreed)
    const { course } = (await server.ask(manager, getPairFacts, { params: { id }, query: { reason: 'Before a call' } })).body
    expect(course.agreement).toEqual(agreed)
    expect((await findCourseFacts(server.db, [id])).get(id)?.agreement).toMatchObject({ meetingsPerMonth: 2 })
  })

  test('a counter-proposal replaces the open one, which can no longer be accepted; the agreement holds until then', async () => {
    const { id, ravi, asha } = await buildPair()
    await propose(asha, id, 4)
    await accept(ravi, id, await openIdOf(ravi, id))
    await propose(asha, id, 1)
    const first = await openIdOf(asha, id)
    await propose(ravi, id, 3)
    expect(await accept(ravi, id, first)).toMatchObject({ status: 404, body: { code: 'mentorship.proposal_not_found' } })
    expect(await agreementOf(asha, id)).toMatchObject({ meetingsPerMonth: 4, proposals: [{ proposedBy: ravi }] })
    expect((await accept(asha, id, await openIdOf(asha, id))).body).toMatchObject({ meetingsPerMonth: 3, proposals: [] })
  })

  test('nobody can accept their own proposal; withdrawing it is silent, declining it sends a notice', async () => {
    const { id, ravi, asha } = await buildPair()
    await propose(asha, id, 2)
    const proposal = await openIdOf(asha, id)
    expect(await accept(asha, id, proposal)).toMatchObject({ status: 404, body: { code: 'mentorship.proposal_not_found' } })
    expect((await close(asha, id, proposal)).body).toMatchObject({ proposals: [] })
    await propose(asha, id, 3)
    expect((await close(ravi, id, await openIdOf(ravi, id))).body).toMatchObject({ meetingsPerMonth: null, proposals: [] })
    expect(await newestOf(asha)).toMatchObject({ title: 'A suggestion was not accepted' })
  })

  test('both propose and accept at the same moment: one agreement, and at most one open proposal', async () => {
    for (const _round of [1, 2, 3]) {
      const { id, ravi, asha } = await buildPair()
      await Promise.all([propose(asha, id, 2), propose(ravi, id, 4)])
      const { proposals } = await agreementOf(asha, id)
      expect(proposals).toHaveLength(1)
      const [open] = proposals
      const other = open?.proposedBy === asha ? ravi : asha
      const replies = await Promise.all([
        accept(other, id, open?.id ?? 0),
        propose(other, id, 5),
        accept(other, id, open?.id ?? 0),
      ])
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
      expect((await agreementOf(asha, id)).proposals.length).toBeLessThanOrEqual(1)
      const agreed = server.db.selectFrom('pair_agreement').select('id').where('mentorship_id', '=', id)
      expect((await agreed.where('accepted_at', 'is not', null).execute()).length).toBeLessThanOrEqual(1)
    }
  })

  test('is closed to outsiders and the pair manager, and numbers have limits', async () => {
    const { id, ravi, asha, anita } = await buildPair()
    const outsider = await server.buildPerson()
    expect((await propose(null, id, 2)).status).toBe(401)
    for (const [who, at] of [
      [outsider, id],
      [asha, ABSENT],
    ] as const)
      expect(await propose(who, at, 2)).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
    expect((await propose(anita, id, 2)).status).toBe(403)
    for (const bad of [0, 13, 1.5]) expect((await propose(asha, id, bad)).status).toBe(400)
    await propose(asha, id, 2)
    const proposal = await openIdOf(ravi, id)
    for (const act of [accept, close]) {
      expect((await act(null, id, proposal)).status).toBe(401)
      expect(await act(outsider, id, proposal)).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
      expect(await act(ravi, id, ABSENT)).toMatchObject({ status: 404, body: { code: 'mentorship.proposal_not_found' } })
    }
  })
})

describe('a group', () => {
  test('the mentor decides for all; a mentee asks the mentor, and fellow mentees do not see it', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, imran = 0] = menteeIds
    expect((await propose(mentorId, id, 4)).body).toMatchObject({ meetingsPerMonth: 4, proposals: [] })
    for (const who of menteeIds) expect(await newestOf(who)).toMatchObject({ text: 'You meet 4 times a month.' })
    await propose(asha, id, 2)
    await propose(imran, id, 1)
    expect((await agreementOf(mentorId, id)).proposals.map(({ proposedBy }) => proposedBy)).toEqual([asha, imran])
    const own = (await agreementOf(imran, id)).proposals
    expect(own).toMatchObject([{ proposedBy: imran }])
    const foreign = await openIdOf(asha, id)
    for (const act of [accept, close])
      expect(await act(imran, id, foreign)).toMatchObject({ status: 404, body: { code: 'mentorship.proposal_not_found' } })
    expect((await accept(mentorId, id, foreign)).body).toMatchObject({ meetingsPerMonth: 2, proposals: [] })
    for (const who of menteeIds) expect(await agreementOf(who, id)).toMatchObject({ meetingsPerMonth: 2, proposals: [] })
  })

  test('the proposal of a mentee who leaves is closed', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server, { mentees: 2 })
    const [asha = 0] = menteeIds
    await propose(asha, id, 2)
    const params = { id, userId: asha }
    await server.ask(manager, takeOutMember, { params, body: { reason: 'She has moved' } })
    expect((await agreementOf(mentorId, id)).proposals).toEqual([])
  })
})
