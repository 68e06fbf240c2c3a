import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS, HOUR_MS } from '@saathi/contract/core/time'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { ContactDraft } from '@saathi/contract/worklist/contact-calls'
import { contactDaysAfter, MAX_NEXT_CONTACT_DAYS } from '@saathi/contract/worklist/rules'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { requireColleague, requirePeople, visibleTo } from './access.ts'
import * as store from './contact-store.ts'
import { findFirstContacts, findRunningPairsOf, isActive } from './facts-store.ts'
import { countWithoutContact, findWithoutContact } from './people-store.ts'
import { publishWorkChanged } from './publish.ts'
import { reviewPeople } from './review.ts'
import { showContact, showPeople } from './show.ts'

/** A device's clock may be a little ahead, and a contact noted offline may arrive weeks later. */
const AHEAD_MS = HOUR_MS
const LATE_MS = 60 * DAY_MS

type Draft = ContactDraft & { clientId: string }

/** A contact sent twice is stored once, even with different idempotency keys. */
export async function noteContact(ctx: Ctx, { clientId, personId, how, wasReached, note, at, next }: Draft) {
  const { db, actor } = ctx
  const now = ctx.now()
  const [person] = await requirePeople(ctx, [personId])
  const time = new Date(at)
  if (time.getTime() > now.getTime() + AHEAD_MS || time.getTime() < now.getTime() - LATE_MS)
    throw badInput('worklist.bad_contact_time')
  if (next === null && (await isActive(db, personId))) throw badInput('worklist.next_missing')
  const projectIds = person ? [person.projectId] : []
  if (next !== null) await requireColleague(ctx, next.personId, projectIds)
  const [mentorshipId = null] = await findRunningPairsOf(db, personId)
  const contact = { clientId, personId, mentorshipId, staffId: actor.personId, how, wasReached, note, at: time, now }
  const isNew = (await store.insertContact(db, contact)) !== null
  if (isNew) {
    if (next === null) await store.deleteNextContact(db, personId)
    else await store.saveNextContacts(db, [{ personId, staffId: next.personId, day: requireDay(ctx, next.on, time) }], now)
    await reviewPeople(ctx, [personId])
    await publishWorkChanged(ctx, projectIds)
  }
  return { contact: showContact(await store.findContact(db, actor.personId, clientId)) }
}

/** The day must not be before the contact, nor more than half a year ahead. */
function requireDay(ctx: Pick<Ctx, 'now'>, on: string, from: Date): string {
  const latest = indiaDate(new Date(ctx.now().getTime() + MAX_NEXT_CONTACT_DAYS * DAY_MS))
  if (on < indiaDate(from) || on > latest) throw badInput('worklist.bad_next_day', { values: { count: MAX_NEXT_CONTACT_DAYS } })
  return on
}

export async function listWithoutContact(ctx: Ctx) {
  const visible = await visibleTo(ctx)
  const rows = await findWithoutContact(ctx.db, visible, ctx.now(), MAX_PAGE_SIZE)
  const people = await showPeople(ctx, rows)
  return {
    people: people.map((person, at) => ({ ...person, programme: rows[at]?.programme ?? '' })),
    total: (await countWithoutContact(ctx.db, visible, ctx.now())).without,
  }
}

type Plan = { people: readonly number[]; on: string; personId: number }

export async function planContacts(ctx: Ctx, { people, on, personId }: Plan) {
  const ids = [...new Set(people)]
  const found = await requirePeople(ctx, ids)
  const projectIds = [...new Set(found.map(({ projectId }) => projectId))]
  await requireColleague(ctx, personId, projectIds)
  const day = requireDay(ctx, on, ctx.now())
  const planned = ids.map((id) => ({ personId: id, staffId: personId, day }))
  await store.saveNextContacts(ctx.db, planned, ctx.now())
  await reviewPeople(ctx, ids)
  await publishWorkChanged(ctx, projectIds)
  return { planned: ids.length }
}

/** Members of a pair with a coordinator have a first contact from the start; an earlier plan stays. */
export async function planFirstContacts(ctx: ListenerCtx, mentorshipId: number): Promise<void> {
  const day = indiaDate(new Date(ctx.now().getTime() + contactDaysAfter(0) * DAY_MS))
  const people = await findFirstContacts(ctx.db, mentorshipId)
  await store.insertFirstContacts(
    ctx.db,
    people.map((person) => ({ ...person, day })),
    ctx.now(),
  )
}
