import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { NewMentorship, ScriptedMessage } from '#content/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { findMade } from '#mentorship/public.ts'
import { findStates } from './access.ts'
import { findBot } from './bot-store.ts'
import { findChannelIdsOfMentorship, findChannels, updateLastMessages } from './channel-store.ts'
import { findAssistantChannel, updateMostSeen } from './demo-store.ts'
import { insertMessages, type NewMessage } from './message-store.ts'
import { findAnswersAfter, insertRating } from './rating-store.ts'
import { openAssistantChannels, startChannels } from './start-channels.ts'
import { wordsOf } from './words.ts'

/** What the demo's people have said to each other, and to the assistant. */
export async function giveConversations(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  await openAssistantChannels(ctx, null)
  const botId = await findBot(ctx.db)
  for (const mentorship of mentorships) {
    const mentorshipId = await findMade(ctx.db, mentorship)
    // Where it is over nobody takes part any more.
    if (mentorshipId === null || mentorship.endedAt !== null) continue
    const { mentorId, menteeIds, pairManagerId, messages } = mentorship
    const personIds = [mentorId, ...menteeIds, ...(pairManagerId === null ? [] : [pairManagerId])]
    await startChannels(ctx, { mentorshipId, personIds })
    const places = await findPlaces(ctx, mentorshipId)
    const said = await Promise.all(messages.map(async (one) => ({ one, channelId: await placeOf(ctx, places, one) })))
    for (const [channelId, all] of Map.groupBy(said, ({ channelId }) => channelId)) {
      if (channelId === null) continue
      await giveMessages(
        ctx,
        channelId,
        all.map(({ one }) => ({ ...one, senderId: one.byId ?? botId })),
      )
      const [where] = all.map(({ one }) => one.where)
      if (where !== 'whole' && where && 'assistantOf' in where) await giveRating(ctx, channelId, where.assistantOf)
    }
  }
}

/** Rated already: nobody is asked about answers that they have not seen themselves. */
async function giveRating({ db, now }: ListenerCtx, channelId: number, personId: number): Promise<void> {
  const answers = await findAnswersAfter(db, channelId, await findBot(db), 0)
  if (answers) await insertRating(db, { channelId, personId, messageId: answers.lastId, marks: {}, ratedAt: now() })
}

type Places = { wholeId: number | null; directs: readonly { id: number; people: readonly number[] }[] }

async function findPlaces({ db }: ListenerCtx, mentorshipId: number): Promise<Places> {
  const states = await findStates(db, await findChannels(db, await findChannelIdsOfMentorship(db, mentorshipId)))
  const directs = states.filter(({ kind }) => kind === 'direct')
  return {
    wholeId: states.find(({ kind }) => kind !== 'direct')?.id ?? null,
    directs: directs.map(({ id, members }) => ({ id, people: members.map(({ personId }) => personId) })),
  }
}

async function placeOf(
  { db }: ListenerCtx,
  { wholeId, directs }: Places,
  { byId, where }: ScriptedMessage,
): Promise<number | null> {
  if (where === 'whole') return wholeId
  if ('assistantOf' in where) return findAssistantChannel(db, where.assistantOf)
  const two = [byId, where.memberId]
  return directs.find(({ people }) => two.every((id) => id !== null && people.includes(id)))?.id ?? null
}

type Given = { senderId: number; at: Date; text: string }
/** So many are new to who comes in. */
const UNSEEN = 2

async function giveMessages({ db, now }: ListenerCtx, channelId: number, said: readonly Given[]): Promise<void> {
  const ids = await insertMessages(
    db,
    said.map((one) => toMessage(channelId, one)),
  )
  const last = said.at(-1)
  const [lastId, seenId] = [ids.at(-1), ids.at(-1 - UNSEEN)]
  if (last && lastId !== undefined) await updateLastMessages(db, [{ channelId, id: lastId, at: last.at }])
  if (seenId !== undefined) await updateMostSeen(db, channelId, seenId, now())
}

const toMessage = (channelId: number, { senderId, at, text }: Given): NewMessage => ({
  channelId,
  senderId,
  tempId: null,
  text,
  createdAt: at,
  isBroadcast: false,
  room: null,
  file: null,
  extra: null,
  mayRetry: false,
  mentions: mentionedIn(text),
  words: wordsOf(channelId, text),
})
