import { AI_ASSISTANT } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import type { EvidenceMessage } from '@saathi/contract/safety/case-entities'
import { EVIDENCE_MESSAGES, type ReportedThing, reportedKindOf, type StoredThing } from '@saathi/contract/safety/entities'
import * as z from 'zod/mini'
import { findAfter, findMessage, findPage, findVersions, type MessageRow, storedGif, type Version } from '#chat/public.ts'
import type { Actor, Db } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { findPostTexts } from '#feed/public.ts'
import { findOfferedPerson, wasOfferedTo } from '#matching/public.ts'
import { canSeeEachOther } from '#mentorship/public.ts'
import { findTargets, isParticipant } from '#video/public.ts'
import type { EvidenceContent } from './evidence-store.ts'
import { findPairOf, findPeople, findProfile, findSeenChannel, haveMet } from './person-store.ts'

/** The reported thing, limited to what the reporter may have seen. */
export type FoundThing = {
  /** The person it is about; null for the assistant, a post, a group call and people who have left. */
  aboutId: number | null
  channelId: number | null
  mentorshipId: number | null
  projectId: number | null
  evidence: EvidenceContent
  /** The file of the reported message, whose bytes are copied too. */
  fileId: string | null
}
type Viewer = { db: Db; actor: Pick<Actor, 'personId' | 'language'>; now: () => Date }

const nothingToReport = () => notFound('safety.nothing_to_report')
const ownThing = () => conflict('safety.own_thing')
const WholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text: string) => Number(text)),
)
const numberIn = (id: string): number => {
  const result = WholeNumber.safeParse(id)
  if (!result.success) throw nothingToReport()
  return result.data
}

/** The thing under its stored name: a match is the person it proposes. */
export async function resolveThing({ db, actor }: Viewer, thing: ReportedThing): Promise<StoredThing> {
  const kind = reportedKindOf(thing)
  if (thing.kind !== 'match') return { kind, id: thing.id }
  const personId = await findOfferedPerson(db, actor.personId, numberIn(thing.id))
  if (personId === null) throw nothingToReport()
  return { kind, id: String(personId) }
}

/** Missing things and things the person never saw look the same. */
export function requireThing(ctx: Viewer, { kind, id }: StoredThing): Promise<FoundThing> {
  switch (kind) {
    case 'message':
    case 'file':
    case 'answer':
      return requireMessage(ctx, numberIn(id), kind === 'file')
    case 'own_message':
      return requireOwnMessage(ctx, numberIn(id))
    case 'profile':
      return requireProfile(ctx, numberIn(id))
    case 'call':
      return requireCall(ctx, id)
    case 'post':
      return requirePost(ctx, numberIn(id))
  }
}

async function requireMessage({ db, actor }: Viewer, messageId: number, isFile: boolean): Promise<FoundThing> {
  const message = await findMessage(db, messageId)
  const channel = message && (await findSeenChannel(db, message.channelId, actor.personId))
  if (!message || !channel?.mayHaveSeen(messageId)) throw nothingToReport()
  if (message.senderId === actor.personId) throw ownThing()
  if (isFile && message.file === null && storedGif(message.extra) === null && message.redactedAt === null) throw nothingToReport()
  const { channelId } = message
  const before = await findPage(db, { channelId, beforeId: messageId, limit: EVIDENCE_MESSAGES })
  const after = await findAfter(db, { channelId, afterId: messageId, limit: EVIDENCE_MESSAGES })
  const rows = [...before.toReversed(), message, ...after]
  const people = await findPeople(
    db,
    rows.flatMap(({ senderId }) => senderId ?? []),
  )
  const sender = message.senderId === null ? undefined : people.get(message.senderId)
  return {
    aboutId: sender && sender.name !== null && sender.role !== AI_ASSISTANT ? sender.id : null,
    channelId,
    mentorshipId: channel.mentorshipId,
    projectId: channel.projectId,
    evidence: {
      messages: await copyMessages(db, rows, people, messageId),
      facts: [],
    },
    fileId: message.file?.id ?? null,
  }
}

/** Copies only the message itself: the reporter may not share the other messages of the conversation. */
async function requireOwnMessage({ db, actor }: Viewer, messageId: number): Promise<FoundThing> {
  const message = await findMessage(db, messageId)
  const channel = message && (await findSeenChannel(db, message.channelId, actor.personId))
  if (!message || !channel || message.senderId !== actor.personId) throw nothingToReport()
  const people = await findPeople(db, [actor.personId])
  return {
    aboutId: null,
    channelId: message.channelId,
    mentorshipId: channel.mentorshipId,
    projectId: channel.projectId,
    evidence: { messages: await copyMessages(db, [message], people, messageId), facts: [] },
    fileId: null,
  }
}

type Names = ReadonlyMap<number, { name: string | null }>

/** Includes earlier versions of edited and deleted messages; only the desk can read them. */
export async function copyMessages(
  db: Db,
  rows: readonly MessageRow[],
  people: Names,
  reportedId: number | null,
): Promise<EvidenceMessage[]> {
  const changed = rows.filter(({ editedAt, deletedAt }) => editedAt ?? deletedAt)
  const versions = Map.groupBy(
    await findVersions(
      db,
      changed.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  )
  return rows.map((row) => ({
    ...copyMessage(row, people.get(row.senderId ?? 0)?.name ?? null, reportedId),
    ...showEarlier(row, versions.get(row.id) ?? []),
  }))
}

const showEarlier = (
  { deletedAt }: MessageRow,
  versions: readonly Version[],
): Pick<EvidenceMessage, 'deletedAt' | 'earlier'> => ({
  ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
  ...(versions.length > 0 && {
    earlier: versions.map(({ text, replacedAt }) => ({ text: plainOf(text), until: replacedAt.toISOString() })),
  }),
})

function copyMessage(row: MessageRow, senderName: string | null, reportedId: number | null): EvidenceMessage {
  const gif = storedGif(row.extra)
  const file = row.file ?? (gif && { name: gif.title, type: 'image/gif' })
  return {
    messageId: row.id,
    sender: row.senderId === null ? null : { personId: row.senderId, name: senderName },
    text: plainOf(row.text),
    at: row.createdAt.toISOString(),
    isErased: row.redactedAt !== null && row.deletedAt === null,
    isReported: row.id === reportedId,
    file: file && { name: file.name, type: file.type, url: null },
  }
}

async function requireProfile({ db, actor }: Viewer, personId: number): Promise<FoundThing> {
  if (personId === actor.personId) throw ownThing()
  const person = (await findPeople(db, [personId])).get(personId)
  const me = actor.personId
  const isSeen =
    (await haveMet(db, me, personId)) || (await canSeeEachOther(db, me, personId)) || (await wasOfferedTo(db, me, personId))
  if (!person || person.name === null || !isSeen || person.role === AI_ASSISTANT) throw nothingToReport()
  const { bio, pictureFileId } = await findProfile(db, personId)
  return {
    aboutId: personId,
    channelId: null,
    mentorshipId: await findPairOf(db, me, personId),
    projectId: person.projectId,
    evidence: {
      messages: [],
      facts: [{ name: 'profile', text: person.name }, ...(bio === '' ? [] : [{ name: 'bio' as const, text: bio }])],
    },
    fileId: pictureFileId,
  }
}

/** A report of a call stores only when and where it took place. */
async function requireCall({ db, actor }: Viewer, room: string): Promise<FoundThing> {
  const [target] = await findTargets(db, [room], actor)
  if (!target || !isParticipant(target, actor.personId)) throw nothingToReport()
  const { channel, startAt } = target
  const others = channel.members.filter(({ personId, isPairManager }) => personId !== actor.personId && !isPairManager)
  const [other] = others
  const seen = await findSeenChannel(db, channel.id, actor.personId)
  return {
    aboutId: others.length === 1 && other ? other.personId : null,
    channelId: channel.id,
    mentorshipId: channel.mentorshipId,
    projectId: seen?.projectId ?? null,
    evidence: { messages: [], facts: [{ name: 'call' as const, text: startAt.toISOString() }] },
    fileId: null,
  }
}

async function requirePost({ db, now }: Viewer, postId: number): Promise<FoundThing> {
  const texts = await findPostTexts(db, postId, now())
  if (texts === null) throw nothingToReport()
  const evidence = { messages: [], facts: [{ name: 'post' as const, text: texts.join('\n\n') }] }
  return { aboutId: null, channelId: null, mentorshipId: null, projectId: null, evidence, fileId: null }
}
