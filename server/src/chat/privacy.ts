import { mentionOf, piecesOf } from '@saathi/contract/chat/mentions'
import type { ListenerCtx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { publishChannelsChanged } from './server-events.ts'
import { findMembersOf } from './channels/member-store.ts'
import { deleteHeldBy, findHeldBy } from './filter/store.ts'
import { deletePresenceOf, findPresenceOf } from './presence/store.ts'
import * as store from './privacy-store.ts'
import { wordsOf } from './search/words.ts'

/** The person's own messages, and those they received, without names. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    conversations: await store.findMembershipsOf(db, personId),
    messages: await store.findSentBy(db, personId),
    held: await findHeldBy(db, personId),
    earlierTexts: await store.findEarlierTextsOf(db, personId),
    reactions: await store.findReactionsOf(db, personId),
    received: (await store.findReceivedBy(db, personId)).map((message) => ({ ...message, text: namelessText(message.text) })),
    presence: await findPresenceOf(db, personId),
    ratings: await store.findRatingsBy(db, personId),
  }
}

/** Runs after the person has left their mentorships and before their files are deleted. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  const { db } = ctx
  await store.deleteAssistantChannel(db, personId)
  await deleteHeldBy(db, personId)
  await deletePresenceOf(db, personId)
  await store.eraseMessagesOf(db, personId, ctx.now())
  for (const { id, channelId, text } of await store.findMentionsOf(db, personId)) {
    const nameless = withoutName(text, personId)
    await store.updateWords(db, id, nameless, wordsOf(channelId, nameless))
  }
  for (const { id, text } of await store.findEarlierMentionsOf(db, personId))
    await store.updateEarlierText(db, id, withoutName(text, personId))
  await store.deleteMentionsOf(db, personId)
  const channelIds = await store.clearMembershipsOf(db, personId)
  const others = (await findMembersOf(db, channelIds)).filter((member) => member.personId !== personId)
  publishChannelsChanged(
    ctx,
    channelIds,
    others.map((member) => member.personId),
  )
}

/** Names of mentioned people are not exported. */
const namelessText = (text: string): string =>
  piecesOf(text)
    .map((piece) => ('text' in piece ? piece.text : '@…'))
    .join('')

/** Other people's messages stay; only the name in a mention is replaced. */
function withoutName(text: string, personId: number): string {
  const formerMember = findText('en')('accounts.formerMember')
  return piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text
      return mentionOf(piece.userId === personId ? formerMember : piece.name, piece.userId)
    })
    .join('')
}
