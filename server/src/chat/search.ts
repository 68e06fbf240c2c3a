import { SEARCH_PAGE } from '@saathi/contract/chat/calls'
import type { FoundMessage } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { type ChannelState, requireChat } from './access.ts'
import { findOpenStates } from './list-channels.ts'
import { findMatching, type FoundRow } from './search-store.ts'
import { snippetOf } from './snippet.ts'
import { searchWords, searchQuery } from './words.ts'

type SearchQuery = { searchText: string; pageNumber: number }

/** Searches only what the reader can read now. */
export async function searchMessages(
  ctx: Ctx,
  { searchText, pageNumber }: SearchQuery,
): Promise<{ messages: FoundMessage[]; hasNextPage: boolean }> {
  const flags = await requireChat(ctx)
  const words = searchWords(searchText)
  const states = words.length > 0 ? await findOpenStates(ctx, flags) : []
  if (states.length === 0) return { messages: [], hasNextPage: false }
  const channelIds = states.map(({ id }) => id)
  const rows = await findMatching(ctx.db, {
    query: searchQuery(channelIds, words),
    channelIds,
    // One extra row tells whether there are more.
    limit: SEARCH_PAGE + 1,
    offset: (pageNumber - 1) * SEARCH_PAGE,
  })
  const byId = new Map(states.map((state) => [state.id, state]))
  const show = (row: FoundRow) => showFound(row, { words, state: byId.get(row.channelId), language: ctx.actor.language })
  return { messages: rows.slice(0, SEARCH_PAGE).map(show), hasNextPage: rows.length > SEARCH_PAGE }
}

type FoundContext = { words: readonly string[]; state: ChannelState | undefined; language: string }

function showFound(row: FoundRow, { words, state, language }: FoundContext): FoundMessage {
  return {
    messageId: row.id,
    channelId: row.channelId,
    ...snippetOf(plainOf(row.text), words),
    createdOn: row.createdAt.toISOString(),
    user: { ...namesOf(row, state, language), userEmailId: '' },
  }
}

/** A sender who is not a member belongs to the team; a deleted account is a former member. */
function namesOf({ senderId, firstName, lastName, deletedAt }: FoundRow, state: ChannelState | undefined, language: string) {
  const t = findText(language)
  if (senderId === null || deletedAt !== null) return { firstName: t('accounts.formerMember'), lastName: '' }
  const isMember = state?.members.some(({ personId }) => personId === senderId) ?? false
  return isMember ? { firstName: firstName ?? '', lastName: lastName ?? '' } : { firstName: t('answers.chatStaff'), lastName: '' }
}
