import * as calls from '@saathi/contract/matching/calls'
import { HOUR_MS } from '@saathi/contract/core/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePicture } from '#core/files/test-pictures.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../test/matching.ts'

const ABSENT = 2_000_000_000
const FIRST_PERSON = 700_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.clock.set(new Date('2026-11-15T12:00:00+05:30'))
})
afterAll(() => server.stop())

const ago = (hours: number) => new Date(server.clock.now().getTime() - hours * HOUR_MS)
const list = async (who: number, query: { active?: '' | 'true'; page?: number; size?: number } = { active: '' }) =>
  (await server.ask(who, calls.getMatchList, { query })).body
const info = (who: number | null, id: number) => server.ask(who, calls.getMatchInfo, { params: { id } })
const groupOf = (who: number | null) => server.ask(who, calls.getGroupHoldInfo, {})
const idsOf = ({ matchTrackers }: { matchTrackers: readonly { id: number }[] }) => matchTrackers.map(({ id }) => id)
const groupIdOf = async (mentorId: number) =>
  (await server.db.selectFrom('match_group').select('id').where('mentor_id', '=', mentorId).executeTakeFirstOrThrow()).id
const rename = (id: number, firstName: string) =>
  server.db
    .updateTable('person')
    .set({ first_name: firstName, last_name: 'Rao', bio: `${firstName} likes long walks.`, phone_number: '919800000077' })
    .where('id', '=', id)
    .execute()

/** A mentee and the given number of mentors, all seeking a pair. */
async function buildPair(mentors = 1, changes: Parameters<typeof buildMatching>[1] = {}) {
  const { projectId } = await buildMatching(server, changes)
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const mentorIds: number[] = []
  for (let at = 0; at < mentors; at += 1) mentorIds.push(await buildSeeker(server, { projectId, part: 'mentor' }))
  return { projectId, menteeId, mentorIds, mentorId: mentorIds[0] ?? 0 }
}

async function buildGroupPeople(mentees = 3) {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeIds: number[] = []
  for (let at = 0; at < mentees; at += 1) menteeIds.push(await buildSeeker(server, { projectId, part: 'mentee' }))
  return { projectId, mentorId, menteeIds }
}

describe('the screen', () => {
  test('[MAT-01] 1 is for pair mentees and mentors who wait, and for people who are not seeking', async () => {
    const { menteeId, mentorId } = await buildPair()
    const waiting = { screen: 1, pairStatus: 'default', userMatchType: '1to1', expiryHours: 72, matchTrackers: [] }
    expect(await list(menteeId)).toMatchObject({ ...waiting, isMentor: false, waitingSince: expect.any(String) })
    expect(await list(mentorId)).toMatchObject({ ...waiting, isMentor: true })
    const stranger = await server.buildPerson({ role: 'Mentor' })
    expect(await list(stranger)).toMatchObject({ ...waiting, isMentor: true, waitingSince: null })
    expect(await list(await server.buildPerson({ role: 'Admin' }))).toMatchObject({ ...waiting, isMentor: false })
  })

  test('[MAT-01] 2 and 3: the mentee has offers, then awaits the mentor, who decides and never sees 3', async () => {
    const { menteeId, mentorIds } = await buildPair(2)
    const [mentorId = 0, otherId = 0] = mentorIds
    const offer = await buildOffer(server, { mentorId, menteeId })
    expect(await list(menteeId)).toMatchObject({ screen: 2, pairStatus: 'potential_match' })
    expect(await list(mentorId)).toMatchObject({ screen: 1, matchTrackers: [] })
    const chosen = { state: 'chosen', chosen_at: server.clock.now() }
    await server.db.updateTable('match_offer').set(chosen).where('id', '=', offer).execute()
    expect(await list(menteeId)).toMatchObject({
      screen: 3,
      pairStatus: 'awaiting_mentor_response',
      matchTrackers: [{ status: 'ACTIVE', interestStatus: 'INTERESTED' }],
    })
    expect(await list(mentorId)).toMatchObject({ screen: 2, matchTrackers: [{ id: offer, interestStatus: null }] })
    expect((await list(otherId)).screen).toBe(1)
  })

  test('[MAT-01] 4 is for mentees with a place, and for their mentor unless there are more offers to decide', async () => {
    const { mentorId, menteeIds } = await buildGroupPeople()
    const [first = 0, second = 0, third = 0] = menteeIds
    expect(await list(mentorId)).toMatchObject({ screen: 1, userMatchType: '1toM' })
    await buildGroup(server, { mentorId, menteeIds: [first, second] })
    for (const who of [mentorId, first, second])
      expect(await list(who)).toMatchObject({ screen: 4, pairStatus: 'group_hold', matchTrackers: [] })
    expect((await list(third)).screen).toBe(1)
    const offer = await buildOffer(server, { mentorId, menteeId: third })
    expect(await list(mentorId)).toMatchObject({ screen: 2, matchTrackers: [{ id: offer }] })
    expect(await list(third)).toMatchObject({ screen: 1, matchTrackers: [] })
  })

  test('is no longer 2 a second after the offer expires, even before the job has run', async () => {
    const { menteeId, mentorIds } = await buildPair(3)
    const [mentorId = 0, second = 0, third = 0] = mentorIds
    await buildOffer(server, { mentorId, menteeId, turnStartedAt: ago(72) })
    expect((await list(menteeId)).screen).toBe(1)
    await buildOffer(server, { mentorId: second, menteeId, state: 'chosen', turnStartedAt: ago(72) })
    expect([(await list(menteeId)).screen, (await list(second)).screen]).toEqual([1, 1])
    await buildOffer(server, { mentorId: third, menteeId, turnStartedAt: ago(71) })
    expect((await list(menteeId)).screen).toBe(2)
  })
})

describe('the list', () => {
  test('[MAT-10] contains name, affiliation, remaining hours and an alias address', async () => {
    const { menteeId, mentorId } = await buildPair()
    await rename(mentorId, 'Meera')
    const turnStartedAt = ago(2)
    const id = await buildOffer(server, { mentorId, menteeId, turnStartedAt })
    const { matchTrackers } = await list(menteeId)
    expect(matchTrackers).toEqual([
      {
        id,
        canReport: true,
        fullName: 'Meera Rao',
        displayName: 'Meera',
        email: expect.stringMatching(/^match-[-0-9a-f]+@match\.invalid$/),
        status: 'ACTIVE',
        interestStatus: null,
        groupCompatibility: null,
        exclusiveCriteria: {},
        clashingCriterias: [],
        updatedTimestamp: turnStartedAt.toISOString(),
        expiresAt: new Date(turnStartedAt.getTime() + 72 * HOUR_MS).toISOString(),
        displayPicture: null,
        affiliation: expect.stringContaining('Walking'),
        displayMessage: '',
      },
    ])
  })

  test('[MAT-07] counts down from the start of the reader’s turn', async () => {
    const { menteeId, mentorId } = await buildPair(1, { plan: { expiry_hours: 10 } })
    const turnStartedAt = ago(4)
    await buildOffer(server, { mentorId, menteeId, state: 'chosen', turnStartedAt, createdAt: ago(9) })
    const { matchTrackers, expiryHours } = await list(mentorId)
    expect([expiryHours, matchTrackers[0]?.updatedTimestamp]).toEqual([10, turnStartedAt.toISOString()])
    expect(matchTrackers[0]?.expiresAt).toBe(new Date(turnStartedAt.getTime() + 10 * HOUR_MS).toISOString())
  })

  test('is ordered by score, then by waiting time', async () => {
    const { projectId, menteeId } = await buildPair(0)
    const mentor = (days: number) => buildSeeker(server, { projectId, part: 'mentor', since: ago(24 * days) })
    const [young, old, best] = [await mentor(1), await mentor(9), await mentor(2)]
    const ids = []
    for (const [mentorId, score] of [
      [young, 60],
      [old, 60],
      [best, 90],
    ] as const)
      ids.push(await buildOffer(server, { mentorId, menteeId, score }))
    expect(idsOf(await list(menteeId))).toEqual([ids[2], ids[1], ids[0]])
  })

  test('D10: reveals no address, phone number or person id on either side, and neither do all other replies', async () => {
    await server.pool.query(`select setval(pg_get_serial_sequence('person', 'id'), ${FIRST_PERSON})`)
    const { menteeId, mentorId } = await buildPair()
    for (const [who, name] of [
      [menteeId, 'Asha'],
      [mentorId, 'Meera'],
    ] as const)
      await rename(who, name)
    const id = await buildOffer(server, { mentorId, menteeId, state: 'chosen' })
    const group = await buildGroupPeople()
    await buildGroup(server, group)
    const replies = [
      ...(await Promise.all(
        [menteeId, mentorId].flatMap((who) => [list(who), list(who, {}), info(who, id).then(({ body }) => body)]),
      )),
      ...(await Promise.all([group.mentorId, ...group.menteeIds].map(async (who) => (await groupOf(who)).body))),
    ]
    const people = await server.db.selectFrom('person').select(['id', 'email', 'phone_number']).execute()
    const sent = JSON.stringify(replies)
    expect(sent).toContain('Meera')
    const secrets = people.flatMap(({ email, phone_number }) => [email, ...(phone_number ? [phone_number] : [])])
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
    expect(sent).not.toMatch(/lastSeen|personId|userId/)
    // Person ids are far above offer ids and places here, so that a leaked one is noticed.
    const ids = [menteeId, mentorId, group.mentorId, ...group.menteeIds]
    expect(Math.min(...ids)).toBeGreaterThan(FIRST_PERSON)
    expect(ids.filter((person) => new RegExp(`\\b${person}\\b`).test(sent))).toEqual([])
  })

  test('[MAT-02] shows undecided offers and those lost in the last day, with a message and no picture', async () => {
    const { menteeId, mentorIds } = await buildPair(6)
    const [live = 0, taken = 0, ranOut = 0, old = 0, refused = 0, chosenAnother = 0] = mentorIds
    const lost = [
      await buildOffer(server, { mentorId: ranOut, menteeId, turnStartedAt: ago(73), score: 80 }),
      await buildOffer(server, { mentorId: taken, menteeId, state: 'unavailable', turnStartedAt: ago(80), endedAt: ago(3) }),
    ]
    await buildOffer(server, {
      mentorId: old,
      menteeId,
      state: 'expired',
      endedBy: 'mentee',
      turnStartedAt: ago(99),
      endedAt: ago(27),
    })
    await buildOffer(server, { mentorId: refused, menteeId, state: 'rejected', endedBy: 'mentee', endedAt: ago(1) })
    await buildOffer(server, { mentorId: chosenAnother, menteeId, state: 'withdrawn', endedAt: ago(1) })
    expect(idsOf(await list(menteeId))).toEqual(lost)
    const open = await buildOffer(server, { mentorId: live, menteeId, turnStartedAt: ago(90), expiresAt: ago(-1) })
    const { matchTrackers } = await list(menteeId)
    expect(matchTrackers.map(({ id, status, expiresAt }) => [id, status, expiresAt !== null])).toEqual([
      [open, 'ACTIVE', true],
      [lost[0], 'EXPIRED', false],
      [lost[1], 'EXPIRED', false],
    ])
    expect(matchTrackers.map(({ displayMessage }) => displayMessage)).toEqual([
      '',
      'This offer has expired.',
      'This mentor is no longer available.',
    ])
  })

  test('[DAY-43] names nobody twice: a newer offer of the same person replaces the one that was lost', async () => {
    const { menteeId, mentorId } = await buildPair()
    const lost = await buildOffer(server, {
      mentorId,
      menteeId,
      state: 'expired',
      endedBy: 'mentee',
      turnStartedAt: ago(80),
      endedAt: ago(5),
    })
    expect(idsOf(await list(menteeId))).toEqual([lost])
    const again = await buildOffer(server, { mentorId, menteeId, turnStartedAt: ago(1) })
    expect(idsOf(await list(menteeId))).toEqual([again])
  })

  test('[DAY-43] explains a chosen mentor who did not come about, the same way whatever the mentor did', async () => {
    for (const state of ['rejected', 'expired'] as const) {
      const { menteeId, mentorId } = await buildPair()
      await buildOffer(server, {
        mentorId,
        menteeId,
        state,
        endedBy: 'mentor',
        chosenAt: ago(20),
        turnStartedAt: ago(20),
        endedAt: ago(1),
      })
      expect(await list(menteeId)).toMatchObject({
        screen: 1,
        matchTrackers: [{ status: 'EXPIRED', interestStatus: 'INTERESTED', displayMessage: 'It didn’t work out this time.' }],
      })
    }
  })

  test('contains only the reader’s own, published offers', async () => {
    const { menteeId, mentorId, mentorIds } = await buildPair(2)
    await buildOffer(server, { mentorId, menteeId, state: 'proposed' })
    await buildOffer(server, { mentorId: mentorIds[1] ?? 0, menteeId, state: 'withdrawn', expiresAt: null })
    for (const who of [menteeId, ...mentorIds]) expect([idsOf(await list(who)), idsOf(await list(who, {}))]).toEqual([[], []])
  })
})

describe('the history', () => {
  test('[MAT-01] contains all offers with their results, newest first, in pages', async () => {
    const { menteeId, mentorIds } = await buildPair(6)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mentorIds
    const made = [
      await buildOffer(server, { mentorId: a, menteeId, state: 'rejected', endedBy: 'mentee', turnStartedAt: ago(60) }),
      await buildOffer(server, {
        mentorId: b,
        menteeId,
        state: 'rejected',
        endedBy: 'mentor',
        chosenAt: ago(50),
        turnStartedAt: ago(50),
      }),
      await buildOffer(server, {
        mentorId: c,
        menteeId,
        state: 'expired',
        endedBy: 'mentor',
        chosenAt: ago(40),
        turnStartedAt: ago(40),
      }),
      await buildOffer(server, { mentorId: d, menteeId, state: 'unavailable', turnStartedAt: ago(30) }),
      await buildOffer(server, { mentorId: e, menteeId, state: 'success', turnStartedAt: ago(20) }),
      await buildOffer(server, { mentorId: f, menteeId, turnStartedAt: ago(10) }),
    ]
    const whole = await list(menteeId, {})
    expect(idsOf(whole)).toEqual(made.toReversed())
    expect(whole.matchTrackers.map(({ status, interestStatus }) => [status, interestStatus])).toEqual([
      ['ACTIVE', null],
      ['SUCCESS', 'INTERESTED'],
      ['EXPIRED', null],
      ['EXPIRED', 'INTERESTED'],
      ['EXPIRED', 'INTERESTED'],
      ['REJECTED', 'REJECTED'],
    ])
    const notMade = 'It didn’t work out this time.'
    expect(whole.matchTrackers.slice(3, 5).map(({ displayMessage }) => displayMessage)).toEqual([notMade, notMade])
    const pages = [await list(menteeId, { size: 4 }), await list(menteeId, { size: 4, page: 2 })]
    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole))
    expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual([true, false])
  })

  test('explains an offer that ended because the reader accepted another', async () => {
    const { menteeId, mentorIds } = await buildPair(2)
    const [chosen = 0, other = 0] = mentorIds
    await buildOffer(server, { mentorId: chosen, menteeId, turnStartedAt: ago(1) })
    await buildOffer(server, { mentorId: other, menteeId, turnStartedAt: ago(2) })
    const [first, second] = (await list(menteeId)).matchTrackers
    const interestSet = [
      { id: first?.id ?? 0, interestStatus: 'INTERESTED' as const },
      { id: second?.id ?? 0, interestStatus: 'PAIR_COMPLETE' as const },
    ]
    expect((await server.ask(menteeId, calls.setMatchStatus, { body: { interestSet } })).body).toEqual({ status: 'ON_HOLD' })
    const past = (await list(menteeId, {})).matchTrackers.find(({ id }) => id === second?.id)
    expect(past).toMatchObject({ status: 'EXPIRED', displayMessage: 'You chose somebody else.' })
    const taken = await buildOffer(server, { mentorId: other, menteeId, state: 'withdrawn', endedBy: 'staff' })
    const back = (await list(menteeId, {})).matchTrackers.find(({ id }) => id === taken)
    expect(back?.displayMessage).toBe('It didn’t work out this time.')
  })

  test('of a mentor contains the chosen offers and the mentor’s answers', async () => {
    const { mentorId, projectId } = await buildPair()
    const mentees: number[] = []
    for (let at = 0; at < 4; at += 1) mentees.push(await buildSeeker(server, { projectId, part: 'mentee' }))
    const [a = 0, b = 0, c = 0, d = 0] = mentees
    await buildOffer(server, { mentorId, menteeId: a, state: 'rejected', endedBy: 'mentee', turnStartedAt: ago(9) })
    await buildOffer(server, {
      mentorId,
      menteeId: b,
      state: 'rejected',
      endedBy: 'mentor',
      chosenAt: ago(8),
      turnStartedAt: ago(8),
    })
    await buildOffer(server, {
      mentorId,
      menteeId: c,
      state: 'expired',
      endedBy: 'mentor',
      chosenAt: ago(7),
      turnStartedAt: ago(7),
    })
    await buildOffer(server, { mentorId, menteeId: d, state: 'success', turnStartedAt: ago(6) })
    const { matchTrackers } = await list(mentorId, {})
    expect(matchTrackers.map(({ status, interestStatus }) => [status, interestStatus])).toEqual([
      ['SUCCESS', 'INTERESTED'],
      ['EXPIRED', null],
      ['REJECTED', 'REJECTED'],
    ])
    expect(matchTrackers[1]?.displayMessage).toBe('This offer has expired.')
  })

  test('is in the reader’s language', async () => {
    const { projectId, mentorId } = await buildPair()
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee', language: 'hi' })
    await buildOffer(server, { mentorId, menteeId, state: 'unavailable' })
    expect((await list(menteeId, {})).matchTrackers[0]?.displayMessage).toBe('ये मेंटर अब उपलब्ध नहीं हैं।')
  })
})

describe('match info', () => {
  async function buildFitting(language = 'en') {
    const { projectId } = await buildMatching(server)
    const answers = { languages: ['hindi', 'english'], goals: ['first-job'], city: ['pune'], 'free-times': [] }
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee', answers, language })
    const mentorId = await buildSeeker(server, {
      projectId,
      part: 'mentor',
      answers: { languages: ['hindi'], goals: ['first-job'], city: ['delhi'] },
    })
    await rename(mentorId, 'Meera')
    await rename(menteeId, 'Asha')
    return { menteeId, mentorId, id: await buildOffer(server, { mentorId, menteeId, state: 'chosen', score: 64 }) }
  }

  test('[MAT-10] lists each criterion in order with icon, both answers, match, explanation and help, and the other’s bio', async () => {
    const { menteeId, mentorId, id } = await buildFitting()
    const { body } = await info(menteeId, id)
    expect(body).toMatchObject({ id, about: 'Meera likes long walks.', score: 64 })
    expect(body.criteriaJson.map(({ key, order, match, mandatory }) => [key, order, match, mandatory])).toEqual([
      ['languages', 1, true, true],
      ['goals', 2, true, false],
      ['free-times', 3, false, false],
      ['city', 4, false, false],
    ])
    for (const criterion of body.criteriaJson)
      for (const text of [criterion.matchingCriteria, criterion.explanation, criterion.helpText]) expect(text).not.toBe('')
    expect(body.criteriaJson[2]?.explanation).toBe('One of you has not said anything on this yet.')
    const back = (await info(mentorId, id)).body
    expect(back.about).toBe('Asha likes long walks.')
    const swapped = body.criteriaJson.map(({ answer, matchedAnswer }) => [matchedAnswer, answer])
    expect(back.criteriaJson.map(({ answer, matchedAnswer }) => [answer, matchedAnswer])).toEqual(swapped)
  })

  test('[MAT-08] has points that add up to the score', async () => {
    const { menteeId, id } = await buildFitting()
    const { score, criteriaJson } = (await info(menteeId, id)).body
    expect(criteriaJson.reduce((sum, { points }) => sum + points, 0)).toBe(score)
  })

  test('is in the reader’s language', async () => {
    const { menteeId, id } = await buildFitting('hi')
    const [languages] = (await info(menteeId, id)).body.criteriaJson
    expect(languages?.localeMatchingCriteria).toMatch(/[\u0900-\u097f]/)
    expect(languages?.matchingCriteria).not.toMatch(/[\u0900-\u097f]/)
    expect(languages?.explanation).toMatch(/[\u0900-\u097f]/)
  })

  test('C17: of offers that are foreign, unpublished, not yet chosen or unknown returns the same bytes', async () => {
    const { menteeId, id } = await buildFitting()
    const { menteeId: own, mentorId, mentorIds } = await buildPair(2)
    const proposed = await buildOffer(server, { mentorId, menteeId: own, state: 'proposed' })
    const unchosen = await buildOffer(server, { mentorId: mentorIds[1] ?? 0, menteeId: own })
    const absent = await info(own, ABSENT)
    expect(absent).toMatchObject({ status: 404, body: { code: 'matching.not_found' } })
    const answers = [await info(own, id), await info(own, proposed), await info(mentorIds[1] ?? 0, unchosen)]
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 404, body: absent.body })
    expect((await info(menteeId, id)).status).toBe(200)
    expect((await info(null, id)).status).toBe(401)
  })

  test('hides the other person’s answers and bio once the offer has ended', async () => {
    const { menteeId, id } = await buildFitting()
    await server.db
      .updateTable('match_offer')
      .set({ state: 'unavailable', ended_at: server.clock.now() })
      .where('id', '=', id)
      .execute()
    const { body } = await info(menteeId, id)
    expect(body.about).toBe('')
    expect(new Set(body.criteriaJson.flatMap(({ matchedAnswer, explanation }) => [matchedAnswer, explanation]))).toEqual(
      new Set(['']),
    )
    expect(body.criteriaJson.some(({ answer }) => answer !== '')).toBe(true)
  })

  test('keeps the answers visible after a successful match', async () => {
    const { menteeId, id } = await buildFitting()
    await server.db
      .updateTable('match_offer')
      .set({ state: 'success', chosen_at: server.clock.now(), ended_at: server.clock.now() })
      .where('id', '=', id)
      .execute()
    expect((await info(menteeId, id)).body.criteriaJson.some(({ matchedAnswer }) => matchedAnswer !== '')).toBe(true)
  })
})

describe('a profile picture', () => {
  test('is readable only for people with an open offer for its owner', async () => {
    const { menteeId, mentorIds } = await buildPair(2)
    const [mentorId = 0, stranger = 0] = mentorIds
    for (const who of [menteeId, mentorId]) {
      const { body } = await sendUpload(server, who, { bytes: await makePicture() })
      await server.db
        .updateTable('person')
        .set({ picture_file_id: String(body.id) })
        .where('id', '=', who)
        .execute()
    }
    const open = async (url: string | null) => (await server.app.inject({ url: url ?? '/nothing' })).statusCode
    const faceFor = async (who: number) => (await list(who)).matchTrackers[0]?.displayPicture ?? null
    const id = await buildOffer(server, { mentorId, menteeId })
    const link = await faceFor(menteeId)
    expect(link).toContain('/api/v2/files/')
    expect(await open(link)).toBe(200)
    expect([await faceFor(mentorId), await faceFor(stranger)]).toEqual([null, null])
    const chosen = { state: 'chosen', chosen_at: server.clock.now() }
    await server.db.updateTable('match_offer').set(chosen).where('id', '=', id).execute()
    expect(await open(await faceFor(mentorId))).toBe(200)
    await server.db
      .updateTable('match_offer')
      .set({ state: 'rejected', ended_at: server.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await open(link)).toBe(404)
  })
})

describe('a forming group', () => {
  test('[MAT-10] shows its mentor all members, their answers and what they have in common', async () => {
    const { mentorId, menteeIds } = await buildGroupPeople(2)
    for (const [at, who] of [mentorId, ...menteeIds].entries()) await rename(who, ['Meera', 'Asha', 'Ravi'][at] ?? '')
    await buildGroup(server, { mentorId, menteeIds, createdOn: ago(24) })
    const { body } = await groupOf(mentorId)
    expect(body).toMatchObject({ groupSize: 4, actualSize: 2, isStalled: false, groupStartsIn: 5 })
    expect(body.existingMemberInfo.map(({ id, fullName, role }) => [id, fullName, role])).toEqual([
      [1, 'Meera Rao', 'mentor'],
      [2, 'Asha Rao', 'mentee'],
      [3, 'Ravi Rao', 'mentee'],
    ])
    const [mentor, asha] = body.existingMemberInfo
    expect(mentor?.exclusiveCriteria).toEqual({})
    expect(asha?.exclusiveCriteria['languages']).toMatchObject({ mandatory: true, icon: 'language' })
    expect(body.clubRule.map(({ key }) => key)).toEqual(['languages'])
  })

  test('[MAT-07] starts at most five days after it was created', async () => {
    const { mentorId, menteeIds } = await buildGroupPeople(1)
    const createdOn = ago(24)
    await buildGroup(server, { mentorId, menteeIds, createdOn })
    expect((await groupOf(mentorId)).body).toMatchObject({
      createdOn: createdOn.toISOString(),
      groupStartsIn: 5,
      startsAt: new Date(createdOn.getTime() + 5 * 24 * HOUR_MS).toISOString(),
    })
  })

  test('shows a mentee the mentor, themselves and the number of members', async () => {
    const { mentorId, menteeIds } = await buildGroupPeople(3)
    for (const [at, who] of [mentorId, ...menteeIds].entries()) await rename(who, ['Meera', 'Asha', 'Ravi', 'Zoya'][at] ?? '')
    await buildGroup(server, { mentorId, menteeIds, stalledAt: ago(1) })
    const { body } = await groupOf(menteeIds[1] ?? 0)
    expect(body).toMatchObject({ actualSize: 3, isStalled: true })
    expect(body.existingMemberInfo.map(({ fullName, exclusiveCriteria }) => [fullName, exclusiveCriteria])).toEqual([
      ['Meera Rao', {}],
      ['Ravi Rao', {}],
    ])
    expect(JSON.stringify(body)).not.toMatch(/Asha|Zoya/)
  })

  test('without mentees is visible to its mentor only, and has no countdown', async () => {
    const { mentorId } = await buildGroupPeople(0)
    expect((await groupOf(mentorId)).body).toMatchObject({ actualSize: 0, createdOn: null, startsAt: null, groupSize: 4 })
  })

  test('does not exist for a mentee without a place, for pairs and for staff', async () => {
    const { menteeIds } = await buildGroupPeople(1)
    const { menteeId, mentorId } = await buildPair()
    const others = [menteeIds[0] ?? 0, menteeId, mentorId, await server.buildPerson({ role: 'Admin' })]
    for (const who of others) expect(await groupOf(who)).toMatchObject({ status: 404, body: { code: 'matching.no_group' } })
    expect((await groupOf(null)).status).toBe(401)
  })

  test('[MAT-04] affects the mentor’s matches: they show clashes with members and a full group', async () => {
    const { projectId } = await buildMatching(server, { groupType: '1toM' })
    const people = { projectId, part: 'mentee' } as const
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor', answers: { languages: ['hindi', 'tamil'] } })
    const [member, fits, clashes] = [
      await buildSeeker(server, { ...people, answers: { languages: ['hindi'] } }),
      await buildSeeker(server, { ...people, answers: { languages: ['hindi', 'tamil'] } }),
      await buildSeeker(server, { ...people, answers: { languages: ['tamil'] } }),
    ]
    await buildGroup(server, { mentorId, menteeIds: [member] })
    const offers = [
      await buildOffer(server, { mentorId, menteeId: fits, turnStartedAt: ago(1) }),
      await buildOffer(server, { mentorId, menteeId: clashes, turnStartedAt: ago(2) }),
    ]
    const { matchTrackers } = await list(mentorId)
    expect(
      matchTrackers.map(({ id, groupCompatibility, clashingCriterias }) => [id, groupCompatibility, clashingCriterias]),
    ).toEqual([
      [offers[0], 'COMPATIBLE', []],
      [offers[1], 'INCOMPATIBLE', ['languages']],
    ])
    expect(matchTrackers[0]?.exclusiveCriteria['languages']?.answerKeys).toEqual(['hindi', 'tamil'])
    await server.db.updateTable('match_group').set({ size: 2 }).where('mentor_id', '=', mentorId).execute()
    const last = { group_id: await groupIdOf(mentorId), place: 2, taken_at: ago(0) }
    const menteeId = await buildSeeker(server, people)
    const offer_id = await buildOffer(server, { mentorId, menteeId, state: 'held' })
    await server.db
      .insertInto('match_group_place')
      .values({ ...last, mentee_id: menteeId, offer_id })
      .execute()
    expect((await list(mentorId)).matchTrackers.map(({ groupCompatibility }) => groupCompatibility)).toEqual([
      'GROUP_FULL',
      'GROUP_FULL',
    ])
  })
})
