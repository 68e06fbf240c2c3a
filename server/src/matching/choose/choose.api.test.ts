import { getProfile } from '@saathi/contract/accounts/entrance-calls'
import { setMatchStatus } from '@saathi/contract/matching/calls'
import { HOUR_MS } from '@saathi/contract/core/time'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { buildGroups, buildPairs, choiceClient, insertOtherMentorship } from '../../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildOffer, buildSeeker } from '../../../test/matching.ts'
import { closeOpenOffers } from '../offers/close.ts'

const noon = new Date('2026-11-15T12:00:00+05:30')

let server: TestServer
let match: ReturnType<typeof choiceClient>
beforeAll(async () => {
  server = await startTestServer()
  server.clock.set(noon)
  match = choiceClient(server)
})
afterAll(() => server.stop())

const eventsTo = (personId: number) =>
  server.delivered.filter(
    (delivery) => 'to' in delivery && delivery.to.includes(personId) && delivery.event.type === 'matching.changed',
  ).length

describe('a mentee of a pair', () => {
  test('[MAT-05] accepts one offer: it is saved, the mentor is asked, and the other offers end', async () => {
    const { mentorIds, menteeId, offerOf } = await buildPairs(server, { mentors: 3 })
    const [first = 0, second = 0, third = 0] = mentorIds
    const { turned_at: issuedAt } = await match.offer(offerOf(0, 0))
    const reply = await match.choose(
      menteeId,
      [offerOf(0, 0), 'INTERESTED'],
      [offerOf(0, 1), 'REJECTED'],
      [offerOf(0, 2), 'PAIR_COMPLETE'],
    )
    expect(reply).toMatchObject({ status: 200, body: { status: 'ON_HOLD' } })
    const { state, turned_at, chosen_at, expires_at } = await match.offer(offerOf(0, 0))
    expect([state, chosen_at]).toEqual(['chosen', turned_at])
    expect(turned_at.getTime()).toBeGreaterThan(issuedAt.getTime())
    expect(expires_at).toEqual(new Date(turned_at.getTime() + 72 * HOUR_MS))
    expect(await match.offer(offerOf(0, 1))).toMatchObject({ state: 'rejected', ended_by: 'mentee' })
    expect(await match.offer(offerOf(0, 2))).toMatchObject({ state: 'withdrawn', ended_by: null })
    expect(await match.statusOf(menteeId)).toBe('ON_HOLD')
    expect(await match.titlesOf(first)).toContain('Person would like you as a mentor')
    expect([...(await match.titlesOf(second)), ...(await match.titlesOf(third))]).toEqual([])
    expect(eventsTo(first)).toBeGreaterThan(0)
  })

  test('[MAT-05] rejects all offers: this is saved, and the mentee stays in the pool', async () => {
    const { menteeId, offerOf } = await buildPairs(server, { mentors: 2 })
    expect(await match.answer(menteeId, [offerOf(0, 0), 'REJECTED'], [offerOf(0, 1), 'REJECTED'])).toBe('ACCEPTED')
    expect(await match.statesOf([offerOf(0, 0), offerOf(0, 1)])).toEqual(['rejected', 'rejected'])
    expect(await match.statusOf(menteeId)).toBe('READY')
  })

  test('[MAT-05] may refer to a match by its alias', async () => {
    const { menteeId, offerOf } = await buildPairs(server, {})
    const { alias } = await match.offer(offerOf(0, 0))
    expect(await match.answer(menteeId, [alias, 'INTERESTED'])).toBe('ON_HOLD')
  })

  test('[MAT-05] gets the same reply for a repeated request, which changes nothing', async () => {
    const { menteeId, offerOf } = await buildPairs(server, {})
    const headers = { 'idempotency-key': randomUUID() }
    const send = () =>
      server.ask(
        menteeId,
        setMatchStatus,
        { body: { interestSet: [{ id: offerOf(0, 0), interestStatus: 'INTERESTED' }] } },
        headers,
      )
    expect((await send()).body).toEqual({ status: 'ON_HOLD' })
    expect((await send()).body).toEqual({ status: 'ON_HOLD' })
  })

  test('[MAT-06] takes the last place, and the other mentees see that the mentor is no longer available', async () => {
    const { menteeIds, offerOf } = await buildPairs(server, { mentees: 3 })
    const [asha = 0, ravi = 0, sunil = 0] = menteeIds
    expect(await match.answer(asha, [offerOf(0, 0), 'INTERESTED'])).toBe('ON_HOLD')
    expect(await match.statesOf([offerOf(1, 0), offerOf(2, 0)])).toEqual(['unavailable', 'unavailable'])
    expect(eventsTo(sunil)).toBeGreaterThan(0)
    expect(await match.answer(ravi, [offerOf(1, 0), 'INTERESTED'])).toBe('MENTOR_UNAVAILABLE')
    expect(await match.statusOf(ravi)).toBe('READY')
  })

  test('[MAT-06] causes a new run for mentees who lose an offer', async () => {
    const { projectId, menteeIds, offerOf } = await buildPairs(server, { mentees: 2 })
    expect(await match.runsOf(projectId)).toBe(0)
    expect(await match.answer(menteeIds[0] ?? 0, [offerOf(0, 0), 'INTERESTED'])).toBe('ON_HOLD')
    expect(await match.runsOf(projectId)).toBe(1)
  })

  test('[MAT-07] can take a place that is held only by an expired choice', async () => {
    const { projectId, mentorId, menteeId, offerOf } = await buildPairs(server, {})
    const forgotten = await buildSeeker(server, { projectId, part: 'mentee' })
    await buildOffer(server, { mentorId, menteeId: forgotten, state: 'chosen', expiresAt: new Date(noon.getTime() - 1000) })
    expect(await match.answer(menteeId, [offerOf(0, 0), 'INTERESTED'])).toBe('ON_HOLD')
  })

  test('[MAT-06] leaves the offers of others open while there are free places', async () => {
    const { menteeIds, offerOf } = await buildPairs(server, { mentees: 3, places: 2 })
    const [asha = 0, ravi = 0] = menteeIds
    await match.choose(asha, [offerOf(0, 0), 'INTERESTED'])
    expect(await match.statesOf([offerOf(1, 0), offerOf(2, 0)])).toEqual(['issued', 'issued'])
    expect(await match.answer(ravi, [offerOf(1, 0), 'INTERESTED'])).toBe('ON_HOLD')
    expect(await match.stateOf(offerOf(2, 0))).toBe('unavailable')
  })

  test('[MAT-06] who chooses too late is refused, and nothing is saved, not even the rejections', async () => {
    const { menteeIds, offerOf } = await buildPairs(server, { mentors: 2, mentees: 2 })
    const [asha = 0, ravi = 0] = menteeIds
    await match.choose(asha, [offerOf(0, 0), 'INTERESTED'])
    expect(await match.answer(ravi, [offerOf(1, 0), 'INTERESTED'], [offerOf(1, 1), 'REJECTED'])).toBe('MENTOR_UNAVAILABLE')
    expect(await match.stateOf(offerOf(1, 1))).toBe('issued')
    expect(await match.answer(ravi, [offerOf(1, 0), 'REJECTED'], [offerOf(1, 1), 'INTERESTED'])).toBe('ON_HOLD')
  })

  test('[MAT-06] cannot choose a mentor who has left the pool', async () => {
    const { mentorId, menteeId, offerOf } = await buildPairs(server, {})
    await server.db.deleteFrom('match_seeker').where('person_id', '=', mentorId).execute()
    expect(await match.answer(menteeId, [offerOf(0, 0), 'INTERESTED'])).toBe('MENTOR_UNAVAILABLE')
    expect(await match.stateOf(offerOf(0, 0))).toBe('unavailable')
  })
})

describe('a mentor of pairs', () => {
  async function buildChosen(changes: Parameters<typeof buildPairs>[1] = {}) {
    const built = await buildPairs(server, changes)
    for (const [at, menteeId] of built.menteeIds.entries()) await match.choose(menteeId, [built.offerOf(at, 0), 'INTERESTED'])
    return built
  }

  test('[MAT-09] accepts: both get mentorship, channel, schedule, flags and notices, and leave the pool', async () => {
    const { mentorId, menteeId, offerOf } = await buildChosen()
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'])).toBe('SUCCESS')
    expect(await match.stateOf(offerOf(0, 0))).toBe('success')
    const [mentorship] = await match.mentorshipsOf(menteeId)
    expect(await match.mentorshipsOf(mentorId)).toEqual([{ id: mentorship?.id, part: 'mentor' }])
    for (const personId of [mentorId, menteeId]) {
      expect(await match.isSeeking(personId)).toBe(false)
      expect(await match.statusOf(personId)).toBeNull()
      expect(await match.titlesOf(personId)).toContain(personId === mentorId ? 'You and Person are a match!' : 'Person said yes!')
      const { body } = await server.ask(personId, getProfile, {})
      expect(body.status.experiences).toMatchObject({
        curriculum: 'use',
        chattype: 'use',
        video: 'use',
        chatStatus: { mentorshipChat: 'use' },
      })
      const channels = await server.db
        .selectFrom('chat_member')
        .innerJoin('chat_channel', 'chat_channel.id', 'chat_member.channel_id')
        .select('chat_channel.id')
        .where('chat_channel.mentorship_id', '=', mentorship?.id ?? 0)
        .where('chat_member.person_id', '=', personId)
        .execute()
      expect(channels).toHaveLength(1)
      const scheduleRows = server.db.selectFrom('walk').select('position').where('person_id', '=', personId)
      expect(await scheduleRows.execute()).toHaveLength(2)
    }
  })

  test('[MAT-09] changes nothing if another domain fails', async () => {
    const { mentorId, menteeId, offerOf } = await buildChosen()
    const { domains } = server.app.world
    server.app.world.domains = [
      ...domains,
      {
        name: 'test',
        listeners: {
          'mentorship.started': async () => {
            throw new Error('this domain fails')
          },
        },
      },
    ]
    try {
      expect((await match.choose(mentorId, [offerOf(0, 0), 'INTERESTED'])).status).toBe(500)
    } finally {
      server.app.world.domains = domains
    }
    expect(await match.stateOf(offerOf(0, 0))).toBe('chosen')
    expect(await match.mentorshipsOf(menteeId)).toEqual([])
    expect([await match.isSeeking(mentorId), await match.isSeeking(menteeId)]).toEqual([true, true])
    expect(await match.statusOf(menteeId)).toBe('ON_HOLD')
    expect(await match.titlesOf(menteeId)).toEqual([])
    const flags = server.db.selectFrom('experience').select('video').where('person_id', '=', menteeId)
    expect((await flags.executeTakeFirstOrThrow()).video).toBe('show')
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'])).toBe('SUCCESS')
  })

  test('[MAT-09] may accept two, which starts two mentorships, or accept one and reject one, which frees a place', async () => {
    const two = await buildChosen({ mentees: 2, places: 2 })
    expect(await match.answer(two.mentorId, [two.offerOf(0, 0), 'INTERESTED'], [two.offerOf(1, 0), 'INTERESTED'])).toBe('SUCCESS')
    expect(await match.mentorshipsOf(two.mentorId)).toHaveLength(2)
    expect(await match.isSeeking(two.mentorId)).toBe(false)
    const mixed = await buildChosen({ mentees: 2, places: 2 })
    expect(await match.answer(mixed.mentorId, [mixed.offerOf(0, 0), 'INTERESTED'], [mixed.offerOf(1, 0), 'REJECTED'])).toBe(
      'SUCCESS',
    )
    expect(await match.isSeeking(mixed.mentorId)).toBe(true)
    expect(await match.statusOf(mixed.mentorId)).toBe('READY')
    expect(await match.offer(mixed.offerOf(1, 0))).toMatchObject({ state: 'rejected', ended_by: 'mentor' })
  })

  test('[MAT-05] rejects: the mentee is notified kindly and back in the pool', async () => {
    const { mentorId, menteeId, offerOf } = await buildChosen()
    expect(await match.answer(mentorId, [offerOf(0, 0), 'REJECTED'])).toBe('ACCEPTED')
    expect(await match.statusOf(menteeId)).toBe('READY')
    expect(await match.titlesOf(menteeId)).toEqual(['It didn’t work out this time, and we keep looking'])
    expect(await match.isSeeking(mentorId)).toBe(true)
  })

  test('[MAT-05] gets MENTEE_UNAVAILABLE if the mentee has another mentorship, and nothing is saved', async () => {
    const { mentorId, menteeIds, offerOf } = await buildChosen({ mentees: 2, places: 2 })
    const [asha = 0] = menteeIds
    await insertOtherMentorship(server, asha)
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'], [offerOf(1, 0), 'REJECTED'])).toBe('MENTEE_UNAVAILABLE')
    expect(await match.statesOf([offerOf(0, 0), offerOf(1, 0)])).toEqual(['unavailable', 'chosen'])
  })

  test('[MAT-05] gets MENTEE_UNAVAILABLE if the mentee has left the pool', async () => {
    const { mentorId, menteeIds, offerOf } = await buildChosen({ mentees: 2, places: 2 })
    const [asha = 0] = menteeIds
    await inTransaction(server.app.world, server.app.log, (ctx) => closeOpenOffers(ctx, asha, 'unavailable'))
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'], [offerOf(1, 0), 'REJECTED'])).toBe('MENTEE_UNAVAILABLE')
    expect(await match.stateOf(offerOf(1, 0))).toBe('chosen')
  })

  test('[MAT-06] cannot accept more mentees than there are places now, even if all had chosen them before', async () => {
    const { mentorId, offerOf } = await buildChosen({ mentees: 2, places: 2 })
    await server.db.updateTable('match_mentor').set({ places: 1 }).where('person_id', '=', mentorId).execute()
    const yes = (at: number) => [offerOf(at, 0), 'INTERESTED'] as const
    expect(await match.answer(mentorId, yes(0), yes(1))).toBe('409 matching.too_many')
    expect(await match.mentorshipsOf(mentorId)).toEqual([])
    expect(await match.answer(mentorId, yes(0), [offerOf(1, 0), 'REJECTED'])).toBe('SUCCESS')
    expect([(await match.mentorshipsOf(mentorId)).length, await match.isSeeking(mentorId)]).toEqual([1, false])
  })

  test('[MAT-09] starts nothing while the programme has no sessions; the choice stays open', async () => {
    const { projectId, mentorId, offerOf } = await buildChosen()
    const sessions = await server.db.deleteFrom('schedule_session').where('project_id', '=', projectId).returningAll().execute()
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'])).toBe('409 core.conflict')
    expect(await match.stateOf(offerOf(0, 0))).toBe('chosen')
    await server.db.insertInto('schedule_session').values(sessions).execute()
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'])).toBe('SUCCESS')
  })

  test('[MAT-09] leaves the pool once the places set by staff are taken, even if the plan allows more', async () => {
    const { mentorId, offerOf } = await buildChosen({ places: 1, plan: { places: 2 } })
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'])).toBe('SUCCESS')
    expect([await match.isSeeking(mentorId), await match.statusOf(mentorId)]).toEqual([false, null])
  })

  test('must answer every mentee who has chosen them', async () => {
    const { mentorId, offerOf } = await buildChosen({ mentees: 2, places: 2 })
    expect(await match.answer(mentorId, [offerOf(0, 0), 'INTERESTED'])).toBe('409 matching.undecided')
    expect(await match.statesOf([offerOf(0, 0), offerOf(1, 0)])).toEqual(['chosen', 'chosen'])
  })
})

describe('match-status refuses', () => {
  test('[MAT-05] offers that are unknown, of other people, proposed or not visible yet, with the same error', async () => {
    const { mentorId, menteeId, offerOf } = await buildPairs(server, {})
    const other = await buildPairs(server, {})
    const proposed = await buildOffer(server, { mentorId: other.mentorId, menteeId, state: 'proposed' })
    const { alias } = await match.offer(other.offerOf(0, 0))
    const replies = await Promise.all([
      match.choose(menteeId, [2_000_000_000, 'INTERESTED']),
      match.choose(menteeId, ['nobody@match.invalid', 'INTERESTED']),
      match.choose(menteeId, [other.offerOf(0, 0), 'INTERESTED']),
      match.choose(menteeId, [alias, 'INTERESTED']),
      match.choose(menteeId, [proposed, 'INTERESTED']),
      match.choose(mentorId, [offerOf(0, 0), 'INTERESTED']),
      match.choose(menteeId, [offerOf(0, 0), 'INTERESTED'], [2_000_000_000, 'REJECTED']),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await match.stateOf(offerOf(0, 0))).toBe('issued')
  })

  test('[MAT-05] a real email address instead of an alias', async () => {
    const { mentorId, menteeId } = await buildPairs(server, {})
    const { email } = await server.db.selectFrom('person').select('email').where('id', '=', mentorId).executeTakeFirstOrThrow()
    expect(await match.answer(menteeId, [email, 'INTERESTED'])).toBe('404 matching.not_found')
  })

  test.each(['withdrawn', 'expired', 'rejected', 'success'] as const)('[MAT-05] an offer that has ended: %s', async (state) => {
    const { mentorId, menteeId } = await buildPairs(server, {})
    await server.db.deleteFrom('match_offer').where('mentee_id', '=', menteeId).execute()
    const id = await buildOffer(server, { mentorId, menteeId, state })
    expect(await match.answer(menteeId, [id, 'INTERESTED'])).toBe('409 matching.over')
    expect(await match.stateOf(id)).toBe(state)
  })

  test('[MAT-07] an offer that expired a second ago, even if it has not been ended yet', async () => {
    const { mentorId, menteeId } = await buildPairs(server, {})
    await server.db.deleteFrom('match_offer').where('mentee_id', '=', menteeId).execute()
    const expiresAt = new Date(noon.getTime() - 1000)
    const id = await buildOffer(server, { mentorId, menteeId, expiresAt })
    expect(await match.answer(menteeId, [id, 'INTERESTED'])).toBe('409 matching.over')
    await server.db.updateTable('match_offer').set({ state: 'chosen', chosen_at: noon }).where('id', '=', id).execute()
    expect(await match.answer(mentorId, [id, 'INTERESTED'])).toBe('409 matching.over')
    expect(await match.mentorshipsOf(menteeId)).toEqual([])
  })

  test('[MAT-05] the same match twice, also once by alias and once by id', async () => {
    const { menteeId, offerOf } = await buildPairs(server, {})
    const id = offerOf(0, 0)
    const { alias } = await match.offer(id)
    expect(await match.answer(menteeId, [id, 'INTERESTED'], [id, 'INTERESTED'])).toBe('400 matching.named_twice')
    expect(await match.answer(menteeId, [id, 'INTERESTED'], [alias, 'REJECTED'])).toBe('400 matching.named_twice')
  })

  test('[MAT-05] two acceptances by a mentee, a request without an answer to one offer, and an offer only marked as PAIR_COMPLETE', async () => {
    const { menteeId, offerOf } = await buildPairs(server, { mentors: 2 })
    const [one, two] = [offerOf(0, 0), offerOf(0, 1)]
    expect(await match.answer(menteeId, [one, 'INTERESTED'], [two, 'INTERESTED'])).toBe('400 matching.one_only')
    expect(await match.answer(menteeId, [one, 'REJECTED'])).toBe('409 matching.undecided')
    expect(await match.answer(menteeId, [one, 'REJECTED'], [two, 'PAIR_COMPLETE'])).toBe('409 matching.undecided')
    expect(await match.answer(menteeId, [one, 'COMPATIBLE'], [two, 'GROUP_FULL'])).toBe('409 matching.undecided')
    expect(await match.statesOf([one, two])).toEqual(['issued', 'issued'])
  })

  test('[MAT-05] a second choice by a mentee who waits for the mentor', async () => {
    const { menteeId, offerOf } = await buildPairs(server, {})
    await match.choose(menteeId, [offerOf(0, 0), 'INTERESTED'])
    expect(await match.answer(menteeId, [offerOf(0, 0), 'REJECTED'])).toBe('409 matching.not_your_turn')
    const late = await buildOffer(server, { mentorId: (await buildPairs(server, {})).mentorId, menteeId })
    expect(await match.answer(menteeId, [late, 'INTERESTED'])).toBe('409 matching.not_your_turn')
  })

  test('[MAT-05] a mentee of a group, who has no choice', async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 1 })
    const [asha = 0] = menteeIds
    expect(await match.answer(asha, [offerOf(0), 'INTERESTED'])).toBe('404 matching.not_found')
    await match.choose(mentorId, [offerOf(0), 'INTERESTED'])
    expect(await match.answer(asha, [offerOf(0), 'REJECTED'])).toBe('409 matching.not_your_turn')
  })

  test('[MAT-05] a person who is signed out', async () => {
    const { offerOf } = await buildPairs(server, {})
    expect((await match.choose(null, [offerOf(0, 0), 'INTERESTED'])).status).toBe(401)
  })
})
