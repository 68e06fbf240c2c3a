import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/safety/calls'
import type { ReportedThing, ReportReason } from '@saathi/contract/safety/entities'
import * as desk from '@saathi/contract/safety/desk-calls'
import { expect } from 'vitest'
import type { BuiltChannel } from './chat-channels.ts'
import type { TestServer } from './harness.ts'
import { markSecondFactor } from './matrix/second-factor.ts'

/** A safeguarding lead, for all programmes or for one. */
export async function buildLead(server: TestServer, { projectId, role }: { projectId?: number; role?: 'Admin' } = {}) {
  const id = await server.buildPerson({ role: role ?? 'SafeguardingLead' })
  if (projectId !== undefined)
    await server.db.updateTable('staff_right').set({ project_id: projectId }).where('person_id', '=', id).execute()
  await markSecondFactor(server, id)
  return id
}

/** A message as if it had been sent by chat. */
export async function writeMessage(
  server: TestServer,
  { channelId }: Pick<BuiltChannel, 'channelId'>,
  senderId: number,
  body: string,
) {
  const { id } = await server.db
    .insertInto('chat_message')
    .values({ channel_id: channelId, sender_id: senderId, body, created_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db.updateTable('chat_channel').set({ last_message_id: id }).where('id', '=', channelId).execute()
  return id
}

type Sent = { reason?: ReportReason; text?: string; clientId?: string }

export const send = (server: TestServer, who: number, thing: ReportedThing, { clientId, reason, ...more }: Sent = {}) =>
  server.ask(who, calls.sendReport, { body: { clientId: clientId ?? randomUUID(), thing, reason: reason ?? 'rude', ...more } })

export const ofMessage = (id: number): ReportedThing => ({ kind: 'message', id: String(id) })

export const queueOf = async (server: TestServer, who: number, show: 'open' | 'mine' | 'free' | 'closed' = 'open') =>
  (await server.ask(who, desk.listCases, { query: { show } })).body

/** Takes the newest case and shows it. */
export async function takeNewest(server: TestServer, who: number) {
  const { cases } = await queueOf(server, who, 'free')
  const id = Math.max(...cases.map((each) => each.id))
  const taken = await server.ask(who, desk.takeCase, { params: { id }, body: {} })
  expect(taken.status, JSON.stringify(taken.body)).toBe(200)
  return taken.body
}
