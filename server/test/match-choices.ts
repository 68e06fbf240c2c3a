import { type Choice, setMatchStatus } from '@saathi/contract/matching/calls'
import { listNotices } from '@saathi/contract/notices/calls'
import type { TestServer } from './harness.ts'
import { buildMatching, buildOffer, buildSeeker } from './matching.ts'

type InterestStatus = Choice['interestStatus']
/** A match by its id or alias, and the answer to it. */
export type MatchAnswer = readonly [match: number | string, interest: InterestStatus]

export const choiceClient = (server: TestServer) => {
  const choose = (who: number | null, ...answers: readonly MatchAnswer[]) =>
    server.ask(who, setMatchStatus, {
      body: {
        interestSet: answers.map(([match, interestStatus]) =>
          typeof match === 'number' ? { id: match, interestStatus } : { email: match, interestStatus },
        ),
      },
    })

  const offer = (id: number) =>
    server.db
      .selectFrom('match_offer')
      .select(['state', 'ended_by', 'alias', 'turned_at', 'expires_at', 'chosen_at', 'ended_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  return {
    choose,
    offer,
    /** The status, or the code of the refusal. */
    async answer(who: number, ...answers: readonly MatchAnswer[]) {
      const { status, body } = await choose(who, ...answers)
      return status === 200 ? body.status : `${status} ${body.code}`
    },
    stateOf: async (id: number) => (await offer(id)).state,
    /** In the order of the ids. */
    async statesOf(ids: readonly number[]) {
      const rows = await server.db.selectFrom('match_offer').select(['id', 'state']).where('id', 'in', ids).execute()
      return ids.map((id) => rows.find((row) => row.id === id)?.state)
    },
    async statusOf(personId: number) {
      const row = server.db.selectFrom('person').select('matching_status').where('id', '=', personId)
      return (await row.executeTakeFirstOrThrow()).matching_status
    },
    async isSeeking(personId: number) {
      const row = server.db.selectFrom('match_seeker').select('part').where('person_id', '=', personId)
      return (await row.executeTakeFirst()) !== undefined
    },
    /** Number of runs enqueued for a project. */
    async runsOf(projectId: number) {
      const jobs = `select from jobs.job where name = 'matching.run' and data ->> 'projectId' = $1`
      return (await server.pool.query(jobs, [String(projectId)])).rowCount ?? 0
    },
    mentorshipsOf: (personId: number) =>
      server.db
        .selectFrom('mentorship_member')
        .select(['mentorship_id as id', 'part'])
        .where('person_id', '=', personId)
        .where('left_at', 'is', null)
        .execute(),
    async titlesOf(personId: number) {
      const { body } = await server.ask(personId, listNotices, { query: {} })
      return body.notices.map(({ title }) => title)
    },
  }
}

/** Inserts a mentorship directly, as if it had started a moment ago without matching. */
export async function insertOtherMentorship({ db, clock }: TestServer, menteeId: number): Promise<void> {
  const { project_id: projectId } = await db
    .selectFrom('person')
    .select('project_id')
    .where('id', '=', menteeId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('mentorship')
    .values({ project_id: projectId ?? 0, group_type: '1to1', started_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = { mentorship_id: id, person_id: menteeId, part: 'mentee', joined_at: clock.now() }
  await db.insertInto('mentorship_member').values(member).execute()
}

type PlanChanges = NonNullable<Parameters<typeof buildMatching>[1]>['plan']

/** Pair mentors and mentees; every mentee has an offer with every mentor. */
export async function buildPairs(
  server: TestServer,
  {
    mentors = 1,
    mentees = 1,
    places = 1,
    plan = {},
  }: { mentors?: number; mentees?: number; places?: number; plan?: PlanChanges },
) {
  const { projectId } = await buildMatching(server, { plan: plan ?? {} })
  const mentorIds: number[] = []
  for (let at = 0; at < mentors; at += 1) mentorIds.push(await buildSeeker(server, { projectId, part: 'mentor', places }))
  const menteeIds: number[] = []
  for (let at = 0; at < mentees; at += 1) menteeIds.push(await buildSeeker(server, { projectId, part: 'mentee' }))
  const offers = new Map<string, number>()
  for (const menteeId of menteeIds)
    for (const mentorId of mentorIds) offers.set(`${menteeId} ${mentorId}`, await buildOffer(server, { mentorId, menteeId }))
  const offerOf = (mentee: number, mentor: number) => offers.get(`${menteeIds[mentee]} ${mentorIds[mentor]}`) ?? 0
  return { projectId, mentorIds, menteeIds, offerOf, mentorId: mentorIds[0] ?? 0, menteeId: menteeIds[0] ?? 0 }
}

/** Group mentors and mentees; every mentor has an offer with every mentee. */
export async function buildGroups(
  server: TestServer,
  {
    mentors = 1,
    mentees = 4,
    plan = {},
    answers = [],
  }: { mentors?: number; mentees?: number; plan?: PlanChanges; answers?: readonly Record<string, string[]>[] },
) {
  const { projectId } = await buildMatching(server, { groupType: '1toM', plan: plan ?? {} })
  const mentorIds: number[] = []
  for (let at = 0; at < mentors; at += 1) mentorIds.push(await buildSeeker(server, { projectId, part: 'mentor' }))
  const menteeIds: number[] = []
  for (let at = 0; at < mentees; at += 1)
    menteeIds.push(await buildSeeker(server, { projectId, part: 'mentee', answers: answers[at] ?? {} }))
  const offers = new Map<string, number>()
  for (const mentorId of mentorIds)
    for (const menteeId of menteeIds) offers.set(`${menteeId} ${mentorId}`, await buildOffer(server, { mentorId, menteeId }))
  const offerOf = (mentee: number, mentor = 0) => offers.get(`${menteeIds[mentee]} ${mentorIds[mentor]}`) ?? 0
  return { projectId, mentorIds, menteeIds, offerOf, mentorId: mentorIds[0] ?? 0 }
}
