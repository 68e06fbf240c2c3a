import { randomUUID } from 'node:crypto'
import { isStaffRole } from '@saathi/contract/accounts/roles'
import { AnswerKind, type ReportedThing, ReportReason } from '@saathi/contract/safety/entities'
import { findCallChannels } from '#chat/public.ts'
import type { NewMentorship, NewReport } from '#content/public.ts'
import type { Ctx, Db, ListenerCtx } from '#core/ctx.ts'
import { findMade } from '#mentorship/public.ts'
import { closeCase, signOff } from './closing.ts'
import { takeCase } from './desk.ts'
import { findPeople, roleOf } from './person-store.ts'
import { findReport } from './report-store.ts'
import { sendReport } from './reports.ts'
import { answerReport } from './work.ts'

/** Sends the reports of the demo people at their time, through the same functions as members and the desk. */
export async function insertDemoReports(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  for (const mentorship of mentorships) {
    const mentorshipId = mentorship.reports.length > 0 ? await findMade(ctx.db, mentorship) : null
    if (mentorshipId === null) continue
    const [channel] = await findCallChannels(ctx.db, { mentorshipIds: [mentorshipId] })
    // In order of time: an answered case is closed before the next report, which would otherwise join it.
    for (const report of mentorship.reports.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
      await insertDemoReport(ctx, channel?.id ?? 0, report)
  }
}

async function insertDemoReport(ctx: ListenerCtx, channelId: number, report: NewReport): Promise<void> {
  const { byId, aboutId, message, reason, words, at, answer } = report
  const messageId = message === null ? null : await findMessageId(ctx.db, { channelId, senderId: aboutId, text: message })
  const thing: ReportedThing =
    messageId === null ? { kind: 'profile', id: String(aboutId) } : { kind: 'message', id: String(messageId) }
  const input = { clientId: randomUUID(), thing, reason: ReportReason.parse(reason), ...(words !== null && { text: words }) }
  const sent = await sendReport(await actAs(ctx, byId, at), input, null)
  const found = answer && (await findReport(ctx.db, sent.report.id))
  if (!answer || !found) return
  const { caseId: id, id: reportId } = found
  const lead = await actAs(ctx, answer.byId, answer.at)
  await takeCase(lead, id)
  await answerReport(lead, { id, reportId }, { kind: AnswerKind.parse(answer.kind), text: answer.text })
  await closeCase(lead, id, answer.text)
  await signOff(await actAs(ctx, answer.signedOffById, answer.at), id, { isAgreed: true, text: null })
}

/** A context that acts as this person at a past time. */
async function actAs(ctx: ListenerCtx, personId: number, at: Date): Promise<Ctx> {
  const person = (await findPeople(ctx.db, [personId])).get(personId)
  const role = roleOf(person)
  if (!person || role === null) throw new Error(`${personId} passed the folder check but does not exist`)
  const rights = isStaffRole(role) ? [{ role, projectId: null }] : []
  const actor = { personId, sessionId: randomUUID(), role, language: person.language, hasSecondFactor: true, rights }
  return { ...ctx, actor, now: () => at }
}

async function findMessageId(
  db: Db,
  { channelId, senderId, text }: { channelId: number; senderId: number; text: string },
): Promise<number> {
  const { id } = await db
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('sender_id', '=', senderId)
    .where('body', '=', text)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}
