import type { UserType } from '@saathi/contract/accounts/entities'
import { isMentor, Role } from '@saathi/contract/accounts/roles'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { PersonFacts, PersonRow, PersonSort, Stage } from '@saathi/contract/staff/people-calls'
import * as z from 'zod/mini'
import {
  can,
  displayName,
  findExperiences,
  findLooks,
  linkToPictures,
  mayChangeAccount,
  roleMay,
  scopeOf,
  setRole,
  wordStartsIn,
} from '#accounts/public.ts'
import { readIn } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { findRefusal } from '#notices/public.ts'
import { countPeople, type Cursor, findPeople, findVisible, type Visible } from './list-store.ts'
import * as facts from './facts-store.ts'
import { findNotes } from './notes-store.ts'

/** The people the actor may see: those of their programmes, or for coordinators those of the pairs they manage. */
export function visibleTo({ actor }: Pick<Ctx, 'actor'>): Visible {
  const caseload = can(actor, 'staff.caseload')
    ? { managerId: actor.personId, programmes: scopeOf(actor, 'staff.caseload') }
    : null
  return { programmes: scopeOf(actor, 'staff.people_all'), caseload }
}

/** People outside the actor's programmes get the same reply as unknown ids. */
export async function requireVisible(ctx: Pick<Ctx, 'db' | 'actor'>, personId: number): Promise<number> {
  const id = await findVisible(ctx.db, visibleTo(ctx), personId)
  if (id === null) throw notFound('accounts.person_not_found')
  return id
}

/** People whose address does not work, among those whom the actor may see. */
export const countRefusedMail = (ctx: Pick<Ctx, 'db' | 'actor'>): Promise<number> =>
  countPeople(ctx.db, visibleTo(ctx), { words: [], role: undefined, programme: undefined, stage: undefined, mail: 'refused' })

type ListQuery = {
  search?: string | undefined
  role?: Role | undefined
  programme?: number | undefined
  stage?: Stage | undefined
  mail?: 'refused' | undefined
  sort: PersonSort
  after?: string | undefined
}

export async function listPeople(ctx: Ctx, { search = '', sort, after, role, programme, stage, mail }: ListQuery) {
  const query = { words: wordStartsIn(search), role, programme, stage, mail }
  const visible = visibleTo(ctx)
  const cursor = after === undefined ? null : readCursor(sort, after)
  const total = await countPeople(ctx.db, visible, query)
  // Fetch one more than is shown, to know whether there are more.
  const found = await findPeople(ctx.db, visible, query, { sort, after: cursor, limit: MAX_PAGE_SIZE + 1 })
  const page = found.slice(0, MAX_PAGE_SIZE)
  const last = found.length > MAX_PAGE_SIZE ? page.at(-1) : undefined
  const people = await describePeople(
    ctx,
    page.map(({ id }) => id),
  )
  return { people, total, next: last ? writeCursor(sort, last) : null, readAt: ctx.now().toISOString() }
}

const anyone = { words: [], role: undefined, programme: undefined, mail: undefined }

/** How many people the reader may see at each stage. */
export async function countStages(ctx: Ctx) {
  const visible = visibleTo(ctx)
  const count = (stage: Stage) => countPeople(ctx.db, visible, { ...anyone, stage })
  return {
    invited: await count('invited'),
    preparing: await count('preparing'),
    needs_approval: await count('needs_approval'),
    waits_for_match: await count('waits_for_match'),
    in_pair: await count('in_pair'),
    in_group: await count('in_group'),
    blocked: await count('blocked'),
  }
}

const NameCursor = z.tuple([z.literal('name'), z.string(), z.string(), z.int()])
const TimeCursor = z.tuple([z.enum(['newest', 'oldest']), z.iso.datetime(), z.int()])

type SortKeys = { sortFirst: string; sortLast: string; joinedAt: Date; id: number }

function writeCursor(sort: PersonSort, { sortFirst, sortLast, joinedAt, id }: SortKeys): string {
  const keys = sort === 'name' ? [sort, sortFirst, sortLast, id] : [sort, joinedAt.toISOString(), id]
  return writeCursorText(keys)
}

export const writeCursorText = (keys: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url')

/** A cursor of another order would skip people. */
function readCursor(sort: PersonSort, text: string): Cursor {
  const parsed = z.union([NameCursor, TimeCursor]).safeParse(readCursorText(text))
  if (!parsed.success || parsed.data[0] !== sort) throw badInput('staff.bad_cursor')
  if (parsed.data[0] === 'name') return { first: parsed.data[1], last: parsed.data[2], id: parsed.data[3] }
  return { joinedAt: new Date(parsed.data[1]), id: parsed.data[2] }
}

/** Null if it is no cursor. */
export function readCursorText(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

const MAX_PARTNERS = 5

/** In the order of the ids. */
async function describePeople(ctx: Ctx, personIds: readonly number[]): Promise<PersonRow[]> {
  if (personIds.length === 0) return []
  const rows = new Map((await facts.findStageFacts(ctx.db, personIds)).map((row) => [row.id, row]))
  const partners = await facts.findPartners(ctx.db, personIds)
  const found = personIds.flatMap((id) => rows.get(id) ?? [])
  const pictures = await linkToPictures(ctx, found)
  return found.map((row, at) => {
    const own = partners.filter(({ personId }) => personId === row.id)
    const stage = stageOf(row, own)
    return {
      id: row.id,
      name: displayName(row),
      picture: pictures[at] ?? null,
      role: Role.parse(row.role),
      programme: row.programme,
      stage,
      partners: own
        .filter(({ otherId, part }) => otherId !== row.id && part !== 'pair_manager')
        .slice(0, MAX_PARTNERS)
        .map(displayName),
      waitsSince: stage === 'waits_for_match' || stage === 'needs_approval' ? timeOf(row.seeksSince) : null,
      joinedAt: row.joinedAt.toISOString(),
      lastSeenAt: timeOf(row.lastSeenAt),
    }
  })
}

const timeOf = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** The first stage that applies; must agree with the conditions of the list. */
function stageOf(row: facts.StageFacts, partners: readonly { groupType: string }[]): Stage {
  const role = Role.parse(row.role)
  if (row.disabledAt) return 'blocked'
  if (!row.verifiedAt) return 'invited'
  if (!roleMay(role, 'matching.choose')) return 'staff'
  if (partners.length > 0) return partners.some(({ groupType }) => groupType === '1to1') ? 'in_pair' : 'in_group'
  if (!row.seeksSince) return 'preparing'
  return isMentor(role) && !row.approvedAt ? 'needs_approval' : 'waits_for_match'
}

const SHOWN_LOOKS = 10

export async function getPersonFacts(ctx: Ctx, id: number): Promise<PersonFacts> {
  const personId = await requireVisible(ctx, id)
  const [row] = await facts.findStageFacts(ctx.db, [personId])
  if (!row) throw notFound('accounts.person_not_found')
  const account = await facts.findAccount(ctx.db, personId)
  const refusal = await findRefusal(ctx.db, account.email)
  const counts = await facts.findCounts(ctx.db, personId, ctx.now())
  const [picture = null] = await linkToPictures(ctx, [row])
  const role = Role.parse(row.role)
  const { projectId, projectKey, projectName, projectIsDisabled } = account
  return {
    id: personId,
    firstName: row.firstName,
    lastName: row.lastName,
    name: displayName(row),
    picture,
    email: account.email,
    phoneNumber: account.phoneNumber,
    role,
    language: account.language,
    programme:
      projectId === null
        ? null
        : { id: projectId, key: projectKey ?? '', name: projectName ?? '', isDisabled: projectIsDisabled ?? false },
    institutionCode: account.institutionCode,
    provider: account.provider === 'google' ? 'google' : 'normal',
    stage: stageOf(row, await facts.findPartners(ctx.db, [personId])),
    joinedAt: row.joinedAt.toISOString(),
    leavesAt: timeOf(account.leavesAt),
    isVerified: row.verifiedAt !== null,
    mailRefusal: refusal && { ...refusal, at: refusal.at.toISOString() },
    isDisabled: row.disabledAt !== null,
    experiences: await findExperiences(ctx.db, personId),
    signIns: { openCount: counts.openSignIns ?? 0, lastUsedAt: timeOf(row.lastSeenAt) },
    learning: {
      doneCount: counts.sessionsDone ?? 0,
      startedCount: counts.sessionsStarted ?? 0,
      lastAt: timeOf(counts.learnedAt),
    },
    surveys: (await facts.findSurveyFacts(ctx.db, personId)).map(({ id: surveyId, names, startedAt, completedAt }) => ({
      id: surveyId,
      name: readIn(ctx.actor.language, names).locale || readIn(ctx.actor.language, names).base,
      status: completedAt ? 'done' : 'started',
      at: (completedAt ?? startedAt).toISOString(),
    })),
    match: {
      waitsSince: timeOf(row.seeksSince),
      isApproved: isMentor(role) ? row.approvedAt !== null : null,
      places: isMentor(role) ? (account.places ?? 1) : null,
      openOffers: counts.openOffers ?? 0,
    },
    mentorships: await describeMentorships(ctx, personId),
    consents: (await facts.findConsents(ctx.db, personId)).map(({ givenAt, ...rest }) => ({
      ...rest,
      givenAt: givenAt.toISOString(),
    })),
    notes: await findNotes(ctx.db, personId),
    looks: await findLooks(ctx, personId, SHOWN_LOOKS),
    canChange: mayChangeAccount(ctx.actor, { role, projectId }),
  }
}

async function describeMentorships(ctx: Ctx, personId: number): Promise<PersonFacts['mentorships']> {
  const rows = await facts.findMentorshipFacts(ctx.db, personId)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const calls = new Map((await facts.findCallFacts(ctx.db, personId, ids)).map((row) => [row.mentorshipId, row]))
  const partners = await facts.findMentorshipPartners(ctx.db, personId, ids)
  return rows.map(({ id, groupType, programme, startedAt, endedAt, sessionsDone }) => ({
    id,
    groupType,
    programme,
    startedAt: startedAt.toISOString(),
    endedAt: timeOf(endedAt),
    partners: partners
      .filter(({ mentorshipId }) => mentorshipId === id)
      .map((partner) => ({ id: partner.id, name: displayName(partner), part: partner.part })),
    sessionsDone: sessionsDone ?? 0,
    callCount: calls.get(id)?.callCount ?? 0,
    lastCallAt: timeOf(calls.get(id)?.lastCallAt),
  }))
}

/** The role of a member decides about surveys, sessions and matching, so it changes only before these have begun. */
export async function changeRole(ctx: Ctx, id: number, role: UserType): Promise<void> {
  const personId = await requireVisible(ctx, id)
  const [row] = await facts.findStageFacts(ctx.db, [personId])
  const stage = row && stageOf(row, await facts.findPartners(ctx.db, [personId]))
  const isMember = row && roleMay(Role.parse(row.role), 'matching.choose')
  if (!isMember || (stage !== 'invited' && stage !== 'preparing')) throw conflict('staff.role_in_use')
  await setRole(ctx, personId, role)
}
