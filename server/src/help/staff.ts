import { Role } from '@saathi/contract/accounts/roles'
import { DangerKind, type HelpCase, type HelpMessage } from '@saathi/contract/help/entities'
import { displayName, scopeOf } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import { requireCase, requireNothingNew } from './access.ts'
import { readConversation, addMessage } from './service.ts'
import { findCase, findCases, type HelpCaseRow, lockCase, updateCaseClosed } from './store.ts'

export async function listHelpCases(ctx: Ctx, { closed, page, size }: { closed: boolean; page: number; size: number }) {
  // Fetch one more than is shown, to know whether there are more.
  const scope = scopeOf(ctx.actor, 'staff.help')
  const rows = await findCases(ctx.db, { closed, scope, skip: (page - 1) * size, limit: size + 1 })
  return { cases: rows.slice(0, size).map(toCase), hasNextPage: rows.length > size }
}

/** The person in the conversation, for the record of staff acts, which they can read. */
export async function findCasePerson(db: Db, caseId: number): Promise<number | null> {
  return (await findCase(db, caseId))?.personId ?? null
}

export async function getHelpCase(ctx: Ctx, caseId: number, before: number | undefined) {
  const found = await requireCase(ctx, caseId)
  return { case: toCase(found), ...(await readConversation(ctx, found.id, before)) }
}

export async function answerHelp(ctx: Ctx, caseId: number, content: { clientId: string; body: string }): Promise<HelpMessage> {
  const { id, personId } = await requireCase(ctx, caseId)
  await lockCase(ctx.db, id)
  const { message, isNew } = await addMessage(ctx, { caseId: id, senderId: ctx.actor.personId, isFromStaff: true, ...content })
  if (isNew) {
    ctx.push({ to: [personId], event: { type: 'help.changed' } })
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
  const { id } = await requireCase(ctx, caseId)
  await lockCase(ctx.db, id)
  await requireNothingNew(ctx, id, upTo)
  await updateCaseClosed(ctx.db, id, ctx.now())
  return { case: toCase(await requireCase(ctx, id)) }
}

function toCase({ firstName, lastName, role, closedAt, lastMessageAt, concern, ...row }: HelpCaseRow): HelpCase {
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
  }
}
