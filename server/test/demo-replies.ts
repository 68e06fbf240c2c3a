import { connectCalendar } from '@saathi/contract/calendar/integration-calls'
import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import { expect, vi } from 'vitest'
import { loadFolder } from '#programme/load/folder.ts'
import { validInput } from './fuzz/fuzz-call.ts'
import type { TestServer } from './harness.ts'
import { toWireRequest } from './matrix/wire-request.ts'

type Method = 'GET' | 'POST'
type Json = Readonly<Record<string, unknown>>
export type DemoReplies = ReadonlyMap<string, readonly Json[]>

const demo = fileURLToPath(new URL('../../demo', import.meta.url))

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object at this path of a reply: names, `[]` for list items, `*` for map values. */
export function objectsAt(reply: unknown, at: string): Json[] {
  const into = (values: unknown[], member: string): unknown[] =>
    values.flatMap((value) => {
      if (member === '[]') return Array.isArray(value) ? value : []
      if (!isRecord(value)) return []
      return member === '*' ? Object.values(value) : [value[member]]
    })
  return at.split(' ').filter(Boolean).reduce(into, [reply]).filter(isRecord)
}

const idsIn = (reply: unknown, at: string, name = 'id'): number[] =>
  objectsAt(reply, at).flatMap(({ [name]: id }) => (typeof id === 'number' ? [id] : []))

/** The replies to every call in the specification, requested by people of the demo, as sent over the wire. */
export async function collectDemoReplies(server: TestServer): Promise<DemoReplies> {
  const replies = new Map<string, Json[]>()
  // Skips password hashing, which takes seconds: nobody signs in with a password here.
  await loadFolder(server.app.world, demo, server.app.log, async () => 'no password')

  await server.app.startJobs(server.url)
  // Jobs produce the transcript and summary of a call.
  await vi.waitFor(
    async () => {
      const rows = await server.db.selectFrom('video_recording').select('state').execute()
      expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'ready'))
    },
    { timeout: 60_000, interval: 50 },
  )

  async function send(call: string, request: InjectOptions): Promise<Json> {
    const response = await server.app.inject(request)
    const body: unknown = response.json()
    if (response.statusCode !== 200 || !isRecord(body)) throw new Error(`${call}: ${response.statusCode} ${response.body}`)
    replies.set(call, [...(replies.get(call) ?? []), body])
    return body
  }

  async function as(name: string) {
    const { id } = await server.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', `${name}@saathi.example`)
      .executeTakeFirstOrThrow()
    const headers = { authorization: `Bearer ${await server.tokenFor(id)}` }
    const ask = (method: Method, path: string, filled: string, payload?: Json) =>
      send(`${method} ${path}`, { method, url: filled, headers, ...(payload && { payload }) })
    return {
      id,
      /** `path` as in the specification; its placeholders are filled in order. */
      get: (path: string, ids: readonly (number | string)[] = [], query = '') => {
        const remaining = [...ids]
        return ask('GET', path, path.replace(/\{\w+\}/g, () => String(remaining.shift())) + query)
      },
      post: (path: string, payload: Json) => ask('POST', path, path, payload),
    }
  }

  for (const name of ['asha', 'ravi', 'meera', 'arjun', 'nisha', 'farhan', 'harpreet'])
    await (await as(name)).get('/api/v2/users/profile/')

  const asha = await as('asha')
  await asha.post('/api/v2/users/account-exists/', { email: 'asha@saathi.example', provider: 'google' })
  await asha.post('/api/v2/users/reset-password/', { email: 'asha@saathi.example' })
  await asha.get('/api/v2/declarations/', [], '?type=Mentee')
  await asha.get('/api/v3/project-list/')
  await asha.get('/api/v2/users/system_status/')
  await asha.get('/api/v2/translation/getSupportedLanguages/')
  await asha.get('/api/v1/community/')
  await asha.get('/api/v2/learninghub/feed/', [], '?page=1&size=50')
  await asha.get('/api/v2/learninghub/feed/daterange/')
  await asha.get('/api/v2/card/', [], '?exp_type=Intership')
  await asha.get('/api/v2/card/', [], '?exp_type=Mentorship&image_type=web')
  await asha.get('/api/v2/mentorships/wrt/')

  await asha.get('/api/v2/learninghub/sessions/', [], '?not_started&image_type=web')
  // The demo people, some of whom have already answered quizzes that allow only one attempt.
  for (const name of ['asha', 'sunil', 'farhan']) {
    const person = await as(name)
    const started = await person.get('/api/v2/learninghub/mysessions/', [], '?image_type=web')
    for (const session of idsIn(started, 'sessions []')) {
      const detail = await person.get('/api/v2/learninghub/sessions/{id}/', [session], '?image_type=web')
      for (const step of objectsAt(detail, 'session_steps []'))
        for (const quiz of idsIn(step, 'content [] quiz'))
          await person.get('/api/v2/learninghub/quiz/{a}/{b}/{c}/', [session, Number(step['id']), quiz], '?role=Mentee')
    }
  }

  for (const name of ['asha', 'ravi', 'meera', 'arjun']) {
    const person = await as(name)
    await person.get('/api/v2/mentorships/mysessions/')
    for (const { id, is_active: isActive } of objectsAt(await person.get('/api/v2/mentorships/'), 'mentorships []')) {
      await person.get('/api/v2/mentorships/{id}/progress/', [Number(id)])
      if (isActive === true) await person.get('/api/v1/mentorships/{id}/calendar-events/', [Number(id)])
    }
    const channels = await person.get('/api/v2/chat/channels/')
    for (const id of idsIn(channels, 'channels []', 'channel_id')) await person.get('/api/v2/chat/{id}/channel-history/', [id])
    await person.get('/api/v2/chat/unread-message/')
    await person.get('/api/v2/chat/bot-users/')
    await person.post('/api/v2/chat/search-chat-message/', { search_text: 'hello', page_number: 1 })
    await person.get('/api/v2/video/meeting-summary-rating-status/', [], `?user_id=${person.id}`)
  }
  await asha.get('/api/v2/chat/link-preview/', [], `?url=${encodeURIComponent('http://page.example/')}`)
  const [channel = 0] = idsIn(await asha.get('/api/v2/chat/channels/'), 'channels []', 'channel_id')
  const room = await asha.post('/api/v2/video/room/', { channel })
  await asha.get('/api/v2/video/room/{id}/', [String(room['room'])])

  for (const name of ['asha', 'nisha']) {
    const person = await as(name)
    for (const id of idsIn(await person.get('/api/v2/screening/survey-list/'), 'surveys []')) {
      const survey = await person.get('/api/v2/screening/surveys/{id}/', [id], '?image_type=web')
      for (const stage of idsIn(survey, 'stages []')) await person.get('/api/v2/screening/stages/{id}/', [stage])
      await person.get('/api/v3/screening/answers/', [], `?survey=${id}`)
    }
  }

  const connecting = await validInput(server, connectCalendar)
  await send('POST /api/v2/mentorships/calendar-integration/', toWireRequest(connectCalendar, connecting))
  const integrations = '/api/v2/mentorships/available-calendar-integrations/'
  await send(`GET ${integrations}`, { method: 'GET', url: integrations, headers: connecting.headers })

  for (const name of ['farhan', 'harpreet', 'manoj', 'priya']) {
    const person = await as(name)
    await person.get('/api/v2/matching/get-match-list/')
    const active = await person.get('/api/v2/matching/get-match-list/', [], '?active=true&image_type=web')
    for (const id of idsIn(active, 'match_trackers []')) await person.get('/api/v2/matching/get-match-info/{id}/', [id])
    if (name !== 'farhan' && name !== 'priya') await person.get('/api/v2/matching/group-hold-info/')
    if (name !== 'priya') continue
    const interestSet = objectsAt(active, 'match_trackers []').map(({ email }) => ({ email, interest_status: 'REJECTED' }))
    await person.post('/api/v2/matching/match-status/', { interest_set: interestSet })
  }
  return replies
}
