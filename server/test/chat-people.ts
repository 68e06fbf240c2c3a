import { randomUUID } from 'node:crypto'
import { findLegalVersions, newMemberFlags, tokenMaker } from '#accounts/public.ts'
import { systemClock } from '#core/clock.ts'
import type { Db } from '#core/ctx.ts'

export type ChatPerson = { personId: number; signInId: string; token: string; channels: readonly number[] }

/** The first is the mentor. */
const insertPeople = async (db: Db, count: number, projectId: number) => {
  const now = new Date()
  const { edition } = await findLegalVersions(db)
  const rows = await db
    .insertInto('person')
    .values(
      Array.from({ length: count }, (_, at) => ({
        email: `talks-${randomUUID()}@saathi.example`,
        provider: 'normal',
        password_hash: 'none',
        role: at === 0 ? 'GroupMentor' : 'GroupMentee',
        first_name: 'Talks',
        last_name: String(at),
        phone_number: '919800000099',
        project_id: projectId,
        agreed_terms_version: edition,
        language_code: 'en',
        created_at: now,
        email_verified_at: now,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const openInMentorship = { curriculum: 'use', mentorship_chat: 'use', video: 'use' }

/**
 * Groups of people with chat, inserted directly into the tables: for servers in their own process, and for benchmarks that need
 * thousands.
 */
export async function plantChatGroups(
  db: Db,
  { groups, size, secret }: { groups: number; size: number; secret: Uint8Array },
): Promise<ChatPerson[]> {
  const now = new Date()
  const tokens = tokenMaker(secret, systemClock)
  const { id: projectId } = await db
    .insertInto('project')
    .values({ key: `people-${randomUUID()}`, name: 'ChatPerson', group_type: '1toM' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people: ChatPerson[] = []
  for (let group = 0; group < groups; group += 1) {
    const personIds = await insertPeople(db, size, projectId)
    await db
      .insertInto('experience')
      .values(personIds.map((person_id) => ({ person_id, ...newMemberFlags, ...openInMentorship })))
      .execute()
    const { id: mentorshipId } = await db
      .insertInto('mentorship')
      .values({ project_id: projectId, group_type: '1toM', started_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('mentorship_member')
      .values(
        personIds.map((person_id, at) => ({
          mentorship_id: mentorshipId,
          person_id,
          part: at === 0 ? 'mentor' : 'mentee',
          joined_at: now,
        })),
      )
      .execute()
    const { id: channelId } = await db
      .insertInto('chat_channel')
      .values({ kind: 'group', mentorship_id: mentorshipId, last_message_at: now, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('chat_member')
      .values(personIds.map((person_id) => ({ channel_id: channelId, person_id, joined_at: now })))
      .execute()
    for (const personId of personIds) {
      const signInId = await signIn(db, personId, now)
      people.push({ personId, signInId, token: await tokens.issueAccess(personId, signInId), channels: [channelId] })
    }
  }
  return people
}

async function signIn(db: Db, personId: number, now: Date): Promise<string> {
  const id = randomUUID()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await db
    .insertInto('sign_in')
    .values({ id, person_id: personId, device: 'Test', ...times })
    .execute()
  return id
}

/** Tokens expire after ten minutes, and some benchmarks take longer. */
export function renewTokens(people: readonly ChatPerson[], secret: Uint8Array): Promise<ChatPerson[]> {
  const tokens = tokenMaker(secret, systemClock)
  return Promise.all(people.map(async (each) => ({ ...each, token: await tokens.issueAccess(each.personId, each.signInId) })))
}
