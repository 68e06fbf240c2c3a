import { DAY_MS } from '@saathi/contract/core/time'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type PublicCtx } from '#core/ctx.ts'
import { buildGroups, choiceClient, insertOtherMentorship } from '../../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildGroup, buildOffer } from '../../../test/matching.ts'
import { closeOpenOffers, withdrawOffer } from '../offers/close.ts'
import { startOrStallGroup } from './start.ts'
import { dissolveGroup, postponeGroup, startGroup } from './groups.ts'

const log = pino({ level: 'silent' })

let server: TestServer
let match: ReturnType<typeof choiceClient>
beforeAll(async () => {
  server = await startTestServer()
  match = choiceClient(server)
})
afterAll(() => server.stop())

const inOne = <T>(work: (ctx: PublicCtx) => Promise<T>) => inTransaction(server.app.world, log, work)
const groupOf = (mentorId: number) =>
  server.db.selectFrom('match_group').selectAll().where('mentor_id', '=', mentorId).orderBy('id', 'desc').executeTakeFirst()
const placesOf = async (mentorId: number) =>
  (
    await server.db
      .selectFrom('match_group_place')
      .innerJoin('match_group', 'match_group.id', 'match_group_place.group_id')
      .select(['match_group_place.place', 'match_group_place.mentee_id as menteeId'])
      .where('match_group.mentor_id', '=', mentorId)
      .orderBy('match_group_place.place')
      .execute()
  ).map(({ place, menteeId }) => [place, menteeId])

const hindi = { languages: ['hindi'] }
const tamil = { languages: ['tamil'] }
const both = { languages: ['hindi', 'tamil'] }

describe('a mentor of a group', () => {
  test('[MAT-05] gives the first places, which creates the group, and its members wait', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 3 })
    const [asha = 0, ravi = 0, sunil = 0] = menteeIds
    const reply = await match.answer(mentorId, [offerOf(0), 'INTERESTED'], [offerOf(1), 'INTERESTED'], [offerOf(2), 'REJECTED'])
    expect(reply).toBe('GROUP_HOLD')
    expect(await placesOf(mentorId)).toEqual([
      [1, asha],
      [2, ravi],
    ])
    const group = await groupOf(mentorId)
    expect(group).toMatchObject({ size: 4, ended_at: null, stalled_at: null })
    expect(group?.starts_at.getTime()).toBe((group?.created_on.getTime() ?? 0) + 5 * DAY_MS)
    for (const personId of [mentorId, asha, ravi]) expect(await match.statusOf(personId)).toBe('GROUP_HOLD')
    expect(await match.statusOf(sunil)).toBe('READY')
    expect(await match.titlesOf(asha)).toEqual(['You have a place in Person’s group'])
    expect(await match.titlesOf(sunil)).toEqual([])
    expect(await match.offer(offerOf(2))).toMatchObject({ state: 'rejected', ended_by: 'mentor' })
  })

  test('[MAT-05] can save a choice without changing its countdown', async () => {
    const { mentorId, offerOf } = await buildGroups(server, { mentees: 1 })
    const before = await match.offer(offerOf(0))
    await match.choose(mentorId, [offerOf(0), 'INTERESTED'])
    expect((await match.offer(offerOf(0))).turned_at).toEqual(before.turned_at)
  })

  test('[MAT-09] gives the last place, and the group starts at once for all members', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 4, plan: { group_size: 3 } })
    expect(
      await match.answer(
        mentorId,
        [offerOf(0), 'INTERESTED'],
        [offerOf(1), 'INTERESTED'],
        [offerOf(2), 'INTERESTED'],
        [offerOf(3), 'GROUP_FULL'],
      ),
    ).toBe('SUCCESS')
    expect(await match.statesOf([0, 1, 2, 3].map((at) => offerOf(at)))).toEqual(['success', 'success', 'success', 'withdrawn'])
    const [mentorship] = await match.mentorshipsOf(mentorId)
    for (const menteeId of menteeIds.slice(0, 3)) {
      expect(await match.mentorshipsOf(menteeId)).toEqual([{ id: mentorship?.id, part: 'mentee' }])
      expect(await match.statusOf(menteeId)).toBeNull()
      expect(await match.isSeeking(menteeId)).toBe(false)
    }
    expect(await match.isSeeking(mentorId)).toBe(false)
    expect(await groupOf(mentorId)).toMatchObject({ ended_at: expect.any(Date), mentorship_id: mentorship?.id })
    expect(await placesOf(mentorId)).toEqual([])
    expect(await match.statusOf(menteeIds[3] ?? 0)).toBe('READY')
  })

  test('[MAT-09] starts the group including earlier members', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 3, plan: { group_size: 3 } })
    await match.choose(mentorId, [offerOf(0), 'INTERESTED'], [offerOf(1), 'INTERESTED'], [offerOf(2), 'REJECTED'])
    const late = await buildGroups(server, { mentees: 1 })
    const [kavya = 0] = late.menteeIds
    await server.db.deleteFrom('match_offer').where('mentee_id', '=', kavya).execute()
    const { project_id: projectId } = await server.db
      .selectFrom('match_seeker')
      .select('project_id')
      .where('person_id', '=', mentorId)
      .executeTakeFirstOrThrow()
    await server.db.updateTable('match_seeker').set({ project_id: projectId }).where('person_id', '=', kavya).execute()
    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', kavya).execute()
    const offer = await buildOffer(server, { mentorId, menteeId: kavya })
    expect(await match.answer(mentorId, [offer, 'INTERESTED'])).toBe('SUCCESS')
    const [mentorship] = await match.mentorshipsOf(mentorId)
    for (const menteeId of [...menteeIds.slice(0, 2), kavya])
      expect(await match.mentorshipsOf(menteeId)).toEqual([{ id: mentorship?.id, part: 'mentee' }])
  })

  test('[MAT-05] cannot give more places than are free', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 5, plan: { group_size: 3 } })
    const yes = (at: number) => [offerOf(at), 'INTERESTED'] as const
    const no = (at: number) => [offerOf(at), 'REJECTED'] as const
    expect(await match.answer(mentorId, yes(0), yes(1), yes(2), yes(3), no(4))).toBe('409 matching.too_many')
    expect(await groupOf(mentorId)).toBeUndefined()
    const [asha = 0] = menteeIds
    await server.db.deleteFrom('match_offer').where('id', '=', offerOf(0)).execute()
    await buildGroup(server, { mentorId, menteeIds: [asha] })
    expect(await match.answer(mentorId, yes(1), yes(2), yes(3), no(4))).toBe('409 matching.too_many')
    expect(await placesOf(mentorId)).toEqual([[1, asha]])
  })

  test('[MAT-04] cannot accept mentees who clash with each other or with members', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 3, answers: [hindi, tamil, both] })
    const yes = (at: number) => [offerOf(at), 'INTERESTED'] as const
    expect(await match.answer(mentorId, yes(0), yes(1), yes(2))).toBe('409 matching.clash')
    expect(await match.answer(mentorId, yes(0), [offerOf(1), 'INCOMPATIBLE'], yes(2))).toBe('GROUP_HOLD')
    expect(await match.stateOf(offerOf(1))).toBe('withdrawn')
    const [, tamilOnly = 0] = menteeIds
    const again = await buildOffer(server, { mentorId, menteeId: tamilOnly })
    expect(await match.answer(mentorId, [again, 'INTERESTED'])).toBe('409 matching.clash')
    expect(await match.answer(mentorId, [again, 'REJECTED'])).toBe('GROUP_HOLD')
  })

  test('[MAT-04] must answer compatible mentees, even if the request marks them as full or incompatible', async () => {
    const { mentorId, offerOf } = await buildGroups(server, { mentees: 3 })
    const yes = [offerOf(0), 'INTERESTED'] as const
    expect(await match.answer(mentorId, yes, [offerOf(1), 'COMPATIBLE'], [offerOf(2), 'REJECTED'])).toBe('409 matching.undecided')
    expect(await match.answer(mentorId, yes, [offerOf(1), 'GROUP_FULL'], [offerOf(2), 'INCOMPATIBLE'])).toBe(
      '409 matching.undecided',
    )
    expect(await groupOf(mentorId)).toBeUndefined()
  })

  test('[MAT-06] cannot accept a mentee with a place in another group, and nothing is saved', async () => {
    const { mentorIds, menteeIds, offerOf } = await buildGroups(server, { mentors: 2, mentees: 2 })
    const [first = 0, second = 0] = mentorIds
    await match.choose(first, [offerOf(0, 0), 'INTERESTED'], [offerOf(1, 0), 'REJECTED'])
    expect(await match.stateOf(offerOf(0, 1))).toBe('unavailable')
    expect(await match.answer(second, [offerOf(0, 1), 'INTERESTED'], [offerOf(1, 1), 'INTERESTED'])).toBe('MENTEE_UNAVAILABLE')
    expect(await placesOf(second)).toEqual([])
    expect(await match.statusOf(menteeIds[1] ?? 0)).toBe('READY')
    expect(await match.answer(second, [offerOf(1, 1), 'INTERESTED'])).toBe('GROUP_HOLD')
  })
})

describe('a mentor of a group, after changes by others,', () => {
  test('[MAT-06] cannot accept a mentee who has another mentorship, and nothing is saved', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 2 })
    await insertOtherMentorship(server, menteeIds[0] ?? 0)
    expect(await match.answer(mentorId, [offerOf(0), 'INTERESTED'], [offerOf(1), 'REJECTED'])).toBe('MENTEE_UNAVAILABLE')
    expect(await match.statesOf([offerOf(0), offerOf(1)])).toEqual(['unavailable', 'issued'])
    expect(await placesOf(mentorId)).toEqual([])
  })

  test('[MAT-09] fills the group at once, and the mentees are notified of the start only', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 2, plan: { group_size: 2 } })
    expect(await match.answer(mentorId, [offerOf(0), 'INTERESTED'], [offerOf(1), 'INTERESTED'])).toBe('SUCCESS')
    for (const menteeId of menteeIds) {
      expect(await match.titlesOf(menteeId)).toContain('Meet Person, your mentor')
      expect(await match.titlesOf(menteeId)).not.toContain('You have a place in Person’s group')
    }
  })

  test('[MAT-09] starts a stalled group as soon as it has the minimum size', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 3, plan: { group_minimum: 3 } })
    const [asha = 0] = menteeIds
    await server.db.deleteFrom('match_offer').where('id', '=', offerOf(0)).execute()
    await buildGroup(server, { mentorId, menteeIds: [asha], stalledAt: server.clock.now() })
    expect(await match.answer(mentorId, [offerOf(1), 'INTERESTED'], [offerOf(2), 'INTERESTED'])).toBe('SUCCESS')
    for (const menteeId of menteeIds) expect(await match.mentorshipsOf(menteeId)).toHaveLength(1)
  })
})

describe('staff', () => {
  async function buildFormingGroup(members = 2, plan: NonNullable<Parameters<typeof buildGroups>[1]['plan']> = {}) {
    const built = await buildGroups(server, { mentees: members, plan })
    await match.choose(built.mentorId, ...built.menteeIds.map((_, at) => [built.offerOf(at), 'INTERESTED'] as const))
    const group = await groupOf(built.mentorId)
    return { ...built, groupId: group?.id ?? 0 }
  }

  test('start a group below its minimum size, once', async () => {
    const { mentorId, menteeIds, groupId } = await buildFormingGroup(1)
    await inOne((ctx) => startGroup(ctx, groupId))
    expect(await match.mentorshipsOf(mentorId)).toHaveLength(1)
    expect(await match.mentorshipsOf(menteeIds[0] ?? 0)).toHaveLength(1)
    await expect(inOne((ctx) => startGroup(ctx, groupId))).rejects.toMatchObject({ code: 'matching.over' })
    await expect(inOne((ctx) => startGroup(ctx, 2_000_000_000))).rejects.toMatchObject({ code: 'matching.no_group' })
  })

  test('cannot start a group without sessions', async () => {
    const { projectId, groupId } = await buildFormingGroup()
    const sessions = await server.db.deleteFrom('schedule_session').where('project_id', '=', projectId).returningAll().execute()
    await expect(inOne((ctx) => startGroup(ctx, groupId))).rejects.toMatchObject({ code: 'mentorship.no_schedule' })
    await server.db.insertInto('schedule_session').values(sessions).execute()
    await inOne((ctx) => startGroup(ctx, groupId))
  })

  test('postpone a group', async () => {
    const { mentorId, groupId } = await buildFormingGroup()
    await server.db.updateTable('match_group').set({ stalled_at: server.clock.now() }).where('id', '=', groupId).execute()
    await inOne((ctx) => postponeGroup(ctx, groupId))
    const group = await groupOf(mentorId)
    expect(group?.stalled_at).toBeNull()
    expect(group?.starts_at.getTime()).toBeGreaterThan(server.clock.now().getTime() + 4.9 * DAY_MS)
  })

  test('dissolve a group, and everybody returns to the pool', async () => {
    const { mentorId, menteeIds, offerOf, groupId } = await buildFormingGroup()
    await inOne((ctx) => dissolveGroup(ctx, groupId))
    expect(await match.offer(offerOf(0))).toMatchObject({ state: 'withdrawn', ended_by: 'staff' })
    for (const personId of [mentorId, ...menteeIds]) {
      expect(await match.statusOf(personId)).toBe('READY')
      expect(await match.isSeeking(personId)).toBe(true)
    }
    for (const personId of [mentorId, ...menteeIds])
      expect(await match.titlesOf(personId)).toContain('It didn’t work out this time, and we keep looking')
    expect(await groupOf(mentorId)).toMatchObject({ ended_at: expect.any(Date), mentorship_id: null })
  })

  test('find a stalled group in the log', async () => {
    const { mentorId, groupId } = await buildFormingGroup(1, { group_minimum: 2 })
    const lines: string[] = []
    const loud = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const { starts_at: startsAt } = (await groupOf(mentorId)) ?? { starts_at: server.clock.now() }
    await inTransaction(server.app.world, loud, (ctx) => startOrStallGroup(ctx, groupId, startsAt))
    expect((await groupOf(mentorId))?.stalled_at).toBeInstanceOf(Date)
    expect(
      lines.filter((line) => line.includes('group stalled, waiting for staff') && line.includes(String(groupId))),
    ).toHaveLength(1)
  })

  test('can dissolve but not start a group whose programme has lost its matching plan', async () => {
    const { projectId, mentorId, groupId } = await buildFormingGroup()
    await server.db.deleteFrom('match_plan').where('project_id', '=', projectId).execute()
    for (const work of [startGroup, postponeGroup])
      await expect(inOne((ctx) => work(ctx, groupId))).rejects.toMatchObject({ code: 'matching.no_group' })
    await inOne((ctx) => dissolveGroup(ctx, groupId))
    expect(await match.statusOf(mentorId)).toBe('READY')
  })

  test('withdraw a member: the place is free, and the group ends with its last member', async () => {
    const { mentorId, menteeIds, offerOf } = await buildFormingGroup()
    expect(await inOne((ctx) => withdrawOffer(ctx, offerOf(0)))).toBe(true)
    expect(await inOne((ctx) => withdrawOffer(ctx, offerOf(0)))).toBe(false)
    expect(await placesOf(mentorId)).toEqual([[2, menteeIds[1]]])
    expect(await match.statusOf(mentorId)).toBe('GROUP_HOLD')
    await inOne((ctx) => withdrawOffer(ctx, offerOf(1)))
    expect(await match.statusOf(mentorId)).toBe('READY')
    expect((await groupOf(mentorId))?.ended_at).not.toBeNull()
  })
})

describe('a person who leaves', () => {
  test('as a mentor releases all members, who are notified', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 2 })
    await match.choose(mentorId, [offerOf(0), 'INTERESTED'], [offerOf(1), 'INTERESTED'])
    await inOne((ctx) => closeOpenOffers(ctx, mentorId, 'unavailable'))
    for (const menteeId of menteeIds) {
      expect(await match.statusOf(menteeId)).toBe('READY')
      expect(await match.titlesOf(menteeId)).toContain('It didn’t work out this time, and we keep looking')
    }
    expect((await groupOf(mentorId))?.ended_at).not.toBeNull()
  })

  test('as a mentee frees a place without being notified', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 2 })
    const [asha = 0] = menteeIds
    await match.choose(mentorId, [offerOf(0), 'INTERESTED'], [offerOf(1), 'INTERESTED'])
    await inOne((ctx) => closeOpenOffers(ctx, asha, 'withdrawn'))
    expect(await placesOf(mentorId)).toEqual([[2, menteeIds[1]]])
    expect(await match.titlesOf(asha)).toEqual(['You have a place in Person’s group'])
    const late = await buildOffer(server, { mentorId, menteeId: asha })
    expect(await match.answer(mentorId, [late, 'INTERESTED'])).toBe('GROUP_HOLD')
    expect(await placesOf(mentorId)).toEqual([
      [1, asha],
      [2, menteeIds[1]],
    ])
  })
})
