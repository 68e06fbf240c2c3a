import { planNew } from '#calendar/series/plan.ts'
import { insertEvents, insertSeries } from '#calendar/store.ts'
import type { TestServer } from '../harness.ts'
import { buildMentorship, type BuiltMentorship } from '../mentorships.ts'
import type { BuildInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'
import { omitted } from './sample.ts'

const ABSENT = 2_000_000_000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The caller as mentee of a pair, whatever their role: access depends on the mentorship. */
const buildOwnPair = (server: TestServer, personId: number) =>
  buildMentorship(server, { menteeIds: [personId], withPairManager: true })
const buildOtherPair = (server: TestServer) => buildMentorship(server, { withPairManager: true })

const inAWeek = ({ clock }: TestServer) => new Date(clock.now().getTime() + WEEK_MS)

/** A single event names a session and no end date. One of the two ways to name a session is enough. */
const bodyOf = (server: TestServer, { id, sessions }: BuiltMentorship) => ({
  title: 'Our call',
  isPairGroupCall: true,
  eventFrequency: 'NONE',
  scheduledTime: inAWeek(server).toISOString(),
  timeZone: 'Asia/Kolkata',
  repeatEndDate: omitted,
  sessionId: sessions[0]?.id ?? ABSENT,
  sessionName: omitted,
  mentorship: id,
  mentorGroup: id,
  isRecurringEvent: false,
  id: omitted,
})

async function buildEvent(server: TestServer, { id: mentorshipId, sessions }: BuiltMentorship, createdBy: number) {
  const { series, placed } = planNew({
    title: 'Our call',
    description: '',
    isPairGroupCall: true,
    minutes: 60,
    at: inAWeek(server),
    zone: 'Asia/Kolkata',
    frequency: 'NONE',
    end: null,
    sessionId: sessions[0]?.id ?? null,
  })
  const now = server.clock.now()
  const seriesId = await insertSeries(server.db, { ...series, mentorshipId, createdBy }, now)
  const [eventId = ABSENT] = await insertEvents(server.db, { seriesId, mentorshipId }, placed, now)
  return eventId
}

async function buildProposal({ db, clock }: TestServer, { mentorId }: BuiltMentorship, eventId: number): Promise<number> {
  const event = await db.selectFrom('calendar_event').select('scheduled_at as at').where('id', '=', eventId).executeTakeFirst()
  if (!event) return ABSENT
  const now = clock.now()
  const { id } = await db
    .insertInto('calendar_proposal')
    .values({
      event_id: eventId,
      proposed_by: mentorId,
      scheduled_at: new Date(now.getTime() + WEEK_MS / 2),
      for_at: event.at,
      note: '',
      proposed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function timeOf(server: TestServer, id: number): Promise<Date> {
  const row = await server.db.selectFrom('calendar_event').select('scheduled_at as at').where('id', '=', id).executeTakeFirst()
  return row?.at ?? inAWeek(server)
}

async function cancel({ db, clock }: TestServer, id: number) {
  await db.updateTable('calendar_event').set({ cancelled_at: clock.now() }).where('id', '=', id).execute()
}

const list = {
  own: async (server: TestServer, personId: number) => ({ params: { mentorshipId: (await buildOwnPair(server, personId)).id } }),
  foreign: {
    'another pair’s': async (server: TestServer) => ({ params: { mentorshipId: (await buildOtherPair(server)).id } }),
  },
  absent: () => ({ params: { mentorshipId: ABSENT } }),
} satisfies ObjectRow

/** The default length of a call is not derived from its bounds. */
const times: ObjectRow = {
  own: async (server, personId) => ({ ...(await list.own(server, personId)), query: { minutes: '30' } }),
  foreign: list.foreign,
  absent: list.absent,
}

const add: ObjectRow = {
  own: async (server, personId) => {
    const pair = await buildOwnPair(server, personId)
    return { params: { mentorshipId: pair.id }, body: bodyOf(server, pair) }
  },
  foreign: {
    'another pair’s': async (server) => {
      const pair = await buildOtherPair(server)
      return { params: { mentorshipId: pair.id }, body: bodyOf(server, pair) }
    },
  },
  absent: async (server) => ({ params: { mentorshipId: ABSENT }, body: bodyOf(server, await buildOtherPair(server)) }),
}

type ToInput = (server: TestServer, pair: BuiltMentorship, id: number) => ReturnType<BuildInput>

/** Always through the caller's own mentorship; the list covers other mentorships. */
const oneEvent = (toInput: ToInput): ObjectRow => ({
  own: async (server, personId) => {
    const pair = await buildOwnPair(server, personId)
    return toInput(server, pair, await buildEvent(server, pair, personId))
  },
  foreign: {
    'another pair’s': async (server, personId) => {
      const other = await buildOtherPair(server)
      return toInput(server, await buildOwnPair(server, personId), await buildEvent(server, other, other.mentorId))
    },
    'one that was cancelled': async (server, personId) => {
      const pair = await buildOwnPair(server, personId)
      const id = await buildEvent(server, pair, personId)
      await cancel(server, id)
      return toInput(server, pair, id)
    },
  },
  absent: async (server, personId) => toInput(server, await buildOwnPair(server, personId), ABSENT),
})

export const calendarRows: ObjectRows = {
  'GET /api/v1/mentorships/:mentorshipId/calendar-events/': list,
  'POST /api/v1/mentorships/:mentorshipId/calendar-events/': add,
  'PUT /api/v1/mentorships/:mentorshipId/calendar-events/:id/': oneEvent((server, pair, id) => ({
    params: { mentorshipId: pair.id, id },
    body: bodyOf(server, pair),
  })),
  'DELETE /api/v1/mentorships/:mentorshipId/calendar-events/:id/': oneEvent((_server, pair, id) => ({
    params: { mentorshipId: pair.id, id },
  })),
  'GET /api/v1/mentorships/:mentorshipId/calendar-times/': times,
  'POST /api/v1/mentorships/:mentorshipId/calendar-events/:id/answer/': oneEvent(async (server, pair, id) => ({
    params: { mentorshipId: pair.id, id },
    body: { answer: 'yes', scheduledTime: (await timeOf(server, id)).toISOString() },
  })),
  'POST /api/v1/mentorships/:mentorshipId/calendar-events/:id/proposals/': oneEvent((server, pair, id) => ({
    params: { mentorshipId: pair.id, id },
    body: { scheduledTime: new Date(server.clock.now().getTime() + WEEK_MS / 2).toISOString() },
  })),
  'POST /api/v1/mentorships/:mentorshipId/calendar-events/:id/proposals/:proposalId/answer/': oneEvent(
    async (server, pair, id) => ({
      params: { mentorshipId: pair.id, id, proposalId: await buildProposal(server, pair, id) },
      body: { answer: 'no' },
    }),
  ),
  'POST /api/v1/mentorships/:mentorshipId/calendar-events/:id/restore/': {
    ...list,
    own: async (server, personId) => {
      const pair = await buildOwnPair(server, personId)
      const id = await buildEvent(server, pair, personId)
      await cancel(server, id)
      return { params: { mentorshipId: pair.id, id } }
    },
    foreign: {
      'another pair’s': async (server, personId) => {
        const other = await buildOtherPair(server)
        const id = await buildEvent(server, other, other.mentorId)
        await cancel(server, id)
        return { params: { mentorshipId: (await buildOwnPair(server, personId)).id, id } }
      },
    },
    absent: async (server, personId) => ({ params: { mentorshipId: (await buildOwnPair(server, personId)).id, id: ABSENT } }),
  },
}

const ADDRESS = 'sample@saathi.example'

/** Of the three ways to connect, the one that needs no provider: tokens obtained elsewhere. */
const redeemed: BuildInput = () => ({
  body: {
    provider: 'google',
    email: ADDRESS,
    accessToken: 'an-access-token',
    refreshToken: 'a-refresh-token',
    code: omitted,
    state: omitted,
    idToken: omitted,
    appPassword: omitted,
  },
})

const connected: BuildInput = async ({ db, clock }, personId) => {
  const sealed = { sealed_access: Buffer.from('sealed'), connected_at: clock.now() }
  await db
    .insertInto('calendar_integration')
    .values({ person_id: personId, provider: 'google', email: ADDRESS, ...sealed })
    .execute()
  return { body: { provider: 'google', email: ADDRESS } }
}

const allowed: BuildInput = async (server, personId) => {
  await connected(server, personId)
  return { body: { isOn: true } }
}

const usualHours: BuildInput = () => ({ body: { timeZone: 'Asia/Kolkata', days: [0, 5], times: ['evening'] } })

export const calendarSamples: Readonly<Record<string, BuildInput>> = {
  'PUT /api/v2/mentorships/free-hours/': usualHours,
  'POST /api/v2/mentorships/calendar-integration/': redeemed,
  'POST /api/v2/mentorships/unlink-calendar/': connected,
  'PUT /api/v2/mentorships/calendar-busy-times/': allowed,
}
