import { Role } from '@saathi/contract/accounts/roles'
import { HELP_PRESENCE_SECONDS, HELP_READERS_MAX, HELP_TEAM_MAX } from '@saathi/contract/help/staff-calls'
import { DangerKind, type HelpCase, type HelpMessage, type HelpReader, type HelpView } from '@saathi/contract/help/entities'
import { displayName, findTeamFor, findTeamNames, scopeOf, type WordStart } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { notifyPerson } from '#notices/public.ts'
import { requireCase, requireNoOtherReply, requireNothingNew, teamAt } from './access.ts'
import { countCases, findCases, type HelpCaseRow, updateAssignee, updateCaseReopened } from './case-store.ts'
import { publishCaseChanged } from './concern.ts'
import { deletePresence, findPresence, findPresent, savePresence } from './presence-store.ts'
import { findCasesByPerson } from './search-store.ts'
import { readConversation, addMessage } from './service.ts'
import { findCasePersonId, findSentBefore, lockCase, updateCaseClosed } from './store.ts'

type ListQuery = { view: HelpView; search?: string | undefined; page: number; size: number }

export async function listHelpCases(ctx: Ctx, { view, search = '', page, size }: ListQuery) {
  const whose = { team: teamAt(ctx.now()), scope: scopeOf(ctx.actor, 'staff.help'), readerId: ctx.actor.personId }
  // Fetch one more than is shown, to know whether there are more.
  const range = { skip: (page - 1) * size, limit: size + 1 }
  const rows = await findCases(ctx.db, { ...whose, ...range, view, search: search.trim() })
  const counts = await countCases(ctx.db, whose)
  return { cases: rows.slice(0, size).map(toCase), hasNextPage: rows.length > size, counts }
}

/** The person behind a conversation, who can see that it was opened. */
export const findCasePerson = (db: Db, caseId: number): Promise<number | null> => findCasePersonId(db, caseId)

export async function getHelpCase(ctx: Ctx, caseId: number, before: number | undefined) {
  const found = await requireCase(ctx, caseId)
  const team = await findTeamNames(ctx.db, 'staff.help', { personId: found.personId, now: ctx.now() })
  return {
    case: toCase(found),
    ...(await readConversation(ctx, found.id, before)),
    team: team.slice(0, HELP_TEAM_MAX),
    readers: await listReaders(ctx, found.id),
  }
}

type Reply = { clientId: string; body: string; readUpTo?: number | undefined }

export async function answerHelp(ctx: Ctx, caseId: number, { readUpTo, ...content }: Reply): Promise<HelpMessage> {
  const { id, personId } = await requireCase(ctx, caseId)
  await lockCase(ctx.db, id)
  const draft = { caseId: id, senderId: ctx.actor.personId, isFromStaff: true, ...content }
  // A repeated reply gets the first result, even if something was written since.
  const isRepeat = await findSentBefore(ctx.db, draft)
  if (readUpTo !== undefined && !isRepeat) await requireNoOtherReply(ctx, id, readUpTo)
  const { message, isNew } = await addMessage(ctx, draft)
  if (isNew) {
    ctx.push({ to: [personId], event: { type: 'help.changed' } })
    await publishCaseChanged(ctx, id, personId)
    await notifyPerson(ctx, {
      personId,
      kind: 'help',
      template: 'helpAnswered',
      // Contains no name, which would stay in other people's notices after the staff member has left.
      values: {},
      link: '/moreinfo/faq',
      onceKey: `help ${message.id}`,
    })
  }
  return message
}

export async function closeHelpCase(ctx: Ctx, caseId: number, upTo: number): Promise<{ case: HelpCase }> {
  const { id, personId } = await requireCase(ctx, caseId)
  await lockCase(ctx.db, id)
  await requireNothingNew(ctx, id, upTo)
  if (await updateCaseClosed(ctx.db, id, ctx.now())) {
    ctx.push({ to: [personId], event: { type: 'help.changed' } })
    await publishCaseChanged(ctx, id, personId)
    const link = '/moreinfo/faq' as const
    await notifyPerson(ctx, { personId, kind: 'help', template: 'helpClosed', values: {}, link, topic: 'help closed' })
  }
  return { case: toCase(await requireCase(ctx, id)) }
}

/** Reopens a conversation that was closed too early. The team owes an answer again. */
export async function reopenHelpCase(ctx: Ctx, caseId: number): Promise<{ case: HelpCase }> {
  const { id, personId } = await requireCase(ctx, caseId)
  await lockCase(ctx.db, id)
  if (await updateCaseReopened(ctx.db, id)) {
    ctx.push({ to: [personId], event: { type: 'help.changed' } })
    await publishCaseChanged(ctx, id, personId)
  }
  return { case: toCase(await requireCase(ctx, id)) }
}

/** Null unassigns it. A colleague without the right in this programme gets the same error as an unknown one. */
export async function assignHelpCase(ctx: Ctx, caseId: number, assigneeId: number | null): Promise<{ case: HelpCase }> {
  const { id, personId } = await requireCase(ctx, caseId)
  await lockCase(ctx.db, id)
  if (assigneeId !== null) {
    const team = await findTeamFor(ctx.db, 'staff.help', { personId, now: ctx.now() })
    if (!team.includes(assigneeId)) throw conflict('help.cannot_be_assigned')
  }
  await updateAssignee(ctx.db, id, assigneeId)
  await publishCaseChanged(ctx, id, personId)
  if (assigneeId !== null && assigneeId !== ctx.actor.personId) {
    await notifyPerson(ctx, {
      personId: assigneeId,
      kind: 'help',
      template: 'helpAssigned',
      values: {},
      link: `/staff/help/${id}`,
      topic: `help assigned ${id}`,
    })
  }
  return { case: toCase(await requireCase(ctx, id)) }
}

const presentSince = (now: Date): Date => new Date(now.getTime() - HELP_PRESENCE_SECONDS * 1000)

/** Null if the person was not there. */
export async function findPresenceState(db: Db, { now, ...whose }: { caseId: number; personId: number; now: Date }) {
  const found = await findPresence(db, whose, presentSince(now))
  return found && (found.isWriting ? 'writing' : 'reading')
}

/** Colleagues are notified of changes only: browsers repeat the same state. */
export async function setPresence(ctx: Ctx, caseId: number, state: 'reading' | 'writing' | 'left') {
  const found = await requireCase(ctx, caseId)
  const mine = { caseId: found.id, personId: ctx.actor.personId }
  const before = await findPresenceState(ctx.db, { ...mine, now: ctx.now() })
  if (state === 'left') await deletePresence(ctx.db, mine)
  else await savePresence(ctx.db, mine, state === 'writing', ctx.now())
  if ((before ?? 'left') !== state) await publishCaseChanged(ctx, found.id, found.personId)
  return { readers: await listReaders(ctx, found.id) }
}

async function listReaders(ctx: Ctx, caseId: number): Promise<HelpReader[]> {
  const rows = await findPresent(ctx.db, { caseId, personId: ctx.actor.personId }, presentSince(ctx.now()))
  const shown = rows.slice(0, HELP_READERS_MAX)
  return shown.map(({ personId, isWriting, ...name }) => ({ personId, isWriting, name: displayName(name) }))
}

/** One kind of result of the search in the console. */
export async function searchCases(ctx: Ctx, words: readonly WordStart[], limit: number) {
  const rows = await findCasesByPerson(ctx.db, scopeOf(ctx.actor, 'staff.help'), words, limit)
  return rows.map(({ id, closedAt, role, programme, ...person }) => ({
    id,
    names: [displayName(person)],
    role: Role.parse(role),
    programme,
    isOver: closedAt !== null,
  }))
}

function toCase({ firstName, lastName, role, closedAt, lastMessageAt, concern, ...row }: HelpCaseRow): HelpCase {
  const { assigneeId, assigneeFirstName, assigneeLastName } = row
  return {
    id: row.id,
    personId: row.personId,
    lastMessage: row.lastMessage,
    isWaiting: row.isWaiting,
    isUrgent: row.isUrgent,
    personName: displayName({ firstName, lastName }),
    role: Role.parse(role),
    lastMessageAt: lastMessageAt.toISOString(),
    isClosed: closedAt !== null,
    concern: concern === null ? null : DangerKind.parse(concern),
    assignee:
      assigneeId === null
        ? null
        : { personId: assigneeId, name: displayName({ firstName: assigneeFirstName ?? '', lastName: assigneeLastName ?? '' }) },
  }
}
