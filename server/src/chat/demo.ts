import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { NewMentorship, ScriptedMessage } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { findMade } from '#mentorship/public.ts'
import { findStates } from './access.ts'
import { findBot, findAnswersAfter, insertRating } from './assistant/store.ts'
import {
  findChannelIdsOfMentorship,
  findChannels,
  updateLastMessages,
  findAssistantChannel,
  markMostSeen,
} from './channels/store.ts'
import { insertMessages, type NewMessage } from './message-store.ts'
import { openAssistantChannels, startChannels } from './channels/start-channels.ts'
import { wordsOf } from './search/words.ts'

/** Conversations of the demo's people, with each other and with the assistant. */
export async function createDemoConversations(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  await openAssistantChannels(ctx, null)
  const botId = await findBot(ctx.db)
  for (const mentorship of mentorships) {
    const mentorshipId = await findMade(ctx.db, mentorship)
    // Nobody takes part in an ended mentorship.
    if (mentorshipId === null || mentorship.endedAt !== null) continue
    const { mentorId, menteeIds, pairManagerId, messages } = mentorship
    const personIds = [mentorId, ...menteeIds, ...(pairManagerId === null ? [] : [pairManagerId])]
    await startChannels(ctx, { mentorshipId, personIds })
    const channels = await findMentorshipChannels(ctx, mentorshipId)
    const scripted = await Promise.all(
      messages.map(async (message) => ({ message, channelId: await channelOf(ctx, channels, message) })),
    )
    for (const [channelId, inChannel] of Map.groupBy(scripted, ({ channelId }) => channelId)) {
      if (channelId === null) continue
      await insertScripted(
        ctx,
        channelId,
        inChannel.map(({ message }) => ({ ...message, senderId: message.byId ?? botId })),
      )
      const [target] = inChannel.map(({ message }) => message.where)
      if (target !== 'whole' && target && 'assistantOf' in target) await markRated(ctx, channelId, target.assistantOf)
    }
  }
}

/** Marked as rated, so that nobody is asked to rate answers they have not seen. */
async function markRated({ db, now }: ListenerCtx, channelId: number, personId: number): Promise<void> {
  const answers = await findAnswersAfter(db, channelId, await findBot(db), 0)
  if (answers) await insertRating(db, { channelId, personId, messageId: answers.lastId, marks: {}, ratedAt: now() })
}

type MentorshipChannels = { wholeId: number | null; directs: readonly { id: number; people: readonly number[] }[] }

async function findMentorshipChannels({ db }: ListenerCtx, mentorshipId: number): Promise<MentorshipChannels> {
  const states = await findStates(db, await findChannels(db, await findChannelIdsOfMentorship(db, mentorshipId)))
  const directs = states.filter(({ kind }) => kind === 'direct')
  return {
    wholeId: states.find(({ kind }) => kind !== 'direct')?.id ?? null,
    directs: directs.map(({ id, members }) => ({ id, people: members.map(({ personId }) => personId) })),
  }
}

async function channelOf(
  { db }: ListenerCtx,
  { wholeId, directs }: MentorshipChannels,
  { byId, where: target }: ScriptedMessage,
): Promise<number | null> {
  if (target === 'whole') return wholeId
  if ('assistantOf' in target) return findAssistantChannel(db, target.assistantOf)
  const pair = [byId, target.memberId]
  return directs.find(({ people }) => pair.every((id) => id !== null && people.includes(id)))?.id ?? null
}

type DemoMessage = { senderId: number; at: Date; text: string }
/** Number of messages that stay unread. */
const UNREAD = 2

async function insertScripted({ db, now }: ListenerCtx, channelId: number, scripted: readonly DemoMessage[]): Promise<void> {
  const ids = await insertMessages(
    db,
    scripted.map((message) => toMessage(channelId, message)),
  )
  const last = scripted.at(-1)
  const [lastId, seenId] = [ids.at(-1), ids.at(-1 - UNREAD)]
  if (last && lastId !== undefined) await updateLastMessages(db, [{ channelId, id: lastId, at: last.at }])
  if (seenId !== undefined) await markMostSeen(db, channelId, seenId, now())
}

const toMessage = (channelId: number, { senderId, at, text }: DemoMessage): NewMessage => ({
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
  replyTo: null,
  mentions: mentionedIn(text),
  words: wordsOf(channelId, text),
})
