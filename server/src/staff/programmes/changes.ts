import type { GroupType } from '@saathi/contract/mentorship/entities'
import type { Programme } from '@saathi/contract/staff/programme-calls'
import { findActiveLanguages } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, forbidden } from '#core/errors.ts'
import * as store from './changes-store.ts'
import { getProgramme, mayCreate, requireProgramme } from './programmes.ts'
import { basicsOf, countReached, findCohorts } from './store.ts'
import { basicsPart, requireVersion } from './version.ts'

async function requireFreeName(ctx: Ctx, name: string, except: number | null): Promise<void> {
  await store.lockNames(ctx.db)
  if (await store.hasProgrammeNamed(ctx.db, name, except)) throw conflict('staff.programme_name_taken')
}

const MAX_KEY = 40

/** 'Pragati 2027' → 'pragati-2027'. Empty if the name has no Latin letters. */
function asKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['programme']
  const key = words.join('-').slice(0, MAX_KEY)
  return key.endsWith('-') ? key.slice(0, -1) : key
}

type NewProgramme = { name: string; groupType: GroupType; copyOf: number | null }

/** A new programme is closed, so that everything can be set before anybody signs up. */
export async function createProgramme(ctx: Ctx, { name, groupType, copyOf }: NewProgramme): Promise<{ id: number }> {
  if (!mayCreate(ctx)) throw forbidden('staff.programme_beyond_yours')
  const source = copyOf === null ? null : await requireProgramme(ctx, copyOf)
  await requireFreeName(ctx, name, null)
  const copied = source && basicsOf(source)
  const start = { groupType, membersAreAdults: false, emailDomains: [], languages: [] }
  const id = await insertWithKey(ctx, asKey(name), { ...(copied ?? start), name, isDisabled: true })
  if (source) {
    await store.copySettings(ctx.db, source.id, id)
    await store.insertCohorts(ctx.db, id, (await findCohorts(ctx.db, source.id)).map(inNextYear))
  }
  return { id }
}

async function insertWithKey(ctx: Ctx, key: string, basics: store.Basics): Promise<number> {
  for (let number = 1; ; number += 1) {
    const id = await store.insertProgramme(ctx.db, number === 1 ? key : `${key}-${number}`, basics)
    if (id !== null) return id
  }
}

/** 29 February becomes 28 February. */
export function nextYear(day: string): string {
  const moved = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return moved.endsWith('-02-29') ? moved.replace('-02-29', '-02-28') : moved
}

const inNextYear = ({ name, signUpFrom, startsOn, endsOn }: store.CohortBody): store.CohortBody => ({
  name: name.replace(/\b20\d\d\b/g, (year) => String(Number(year) + 1)),
  signUpFrom: nextYear(signUpFrom),
  startsOn: nextYear(startsOn),
  endsOn: nextYear(endsOn),
})

/** The type decides everybody's role, so it is fixed once people have joined. */
export async function setBasics(ctx: Ctx, id: number, change: store.Basics & { version: string }): Promise<Programme> {
  const stored = basicsOf(await requireProgramme(ctx, id))
  const unique = { emailDomains: [...new Set(change.emailDomains)], languages: [...new Set(change.languages)] }
  const basics = { ...change, ...unique }
  requireVersion(change.version, basicsPart(stored), basicsPart(basics))
  if (basics.name !== stored.name) await requireFreeName(ctx, basics.name, id)
  if (basics.groupType !== stored.groupType) {
    // Waits for sign-ups that have read the old type, so that they are counted.
    await store.lockAgainstSignUps(ctx.db, id)
    if ((await countReached(ctx.db, id)).people > 0) throw conflict('staff.programme_has_people')
  }
  const offered = new Set((await findActiveLanguages(ctx.db)).map(({ code }) => code))
  // Languages that were disabled in the meantime may stay.
  const added = basics.languages.filter((code) => !stored.languages.includes(code))
  if (added.some((code) => !offered.has(code))) throw badInput('content.language_not_offered')
  await store.updateBasics(ctx.db, id, basics)
  return getProgramme(ctx, id)
}
