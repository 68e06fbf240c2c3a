import { mentionOf, piecesOf } from '@saathi/contract/chat/mentions'
import type { ListenerCtx } from '#core/events.ts'
import { findText } from '#core/texts.ts'
import { tellChannelsChanged } from './hub-notes.ts'
import { findMembersOf } from './member-store.ts'
import * as store from './privacy-store.ts'
import { wordsOf } from './words.ts'

/** One's own words, and those of others to whom one listened, without their names. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  return {
    conversations: await store.findMembershipsOf(db, personId),
    messages: await store.findSaidBy(db, personId),
    received: (await store.findSaidTo(db, personId)).map((message) => ({ ...message, text: namelessText(message.text) })),
    ratings: await store.findRatingsBy(db, personId),
  }
}

/** After the person has left their mentorships, and before their files go. */
export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  const { db } = ctx
  await store.deleteAssistantChannel(db, personId)
  await store.updateSaidNameless(db, personId, ctx.now())
  for (const { id, channelId, text } of await store.findNaming(db, personId)) {
    const nameless = withoutName(text, personId)
    await store.updateWords(db, id, nameless, wordsOf(channelId, nameless))
  }
  await store.deleteMentionsOf(db, personId)
  const channelIds = await store.updateMembershipsEmptied(db, personId)
  const others = (await findMembersOf(db, channelIds)).filter((member) => member.personId !== personId)
  tellChannelsChanged(
    ctx,
    channelIds,
    others.map((member) => member.personId),
  )
}

/** Those who are called by name in it are nobody's to take along. */
const namelessText = (text: string): string =>
  piecesOf(text)
    .map((piece) => ('text' in piece ? piece.text : '@…'))
    .join('')

/** What others wrote stays theirs; only whom they called by name has none any more. */
function withoutName(text: string, personId: number): string {
  const formerMember = findText('en')('accounts.formerMember')
  return piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text
      return mentionOf(piece.userId === personId ? formerMember : piece.name, piece.userId)
    })
    .join('')
}
