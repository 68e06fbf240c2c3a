import { SEARCH_PAGE } from '@saathi/contract/chat/calls'
import { AI_ASSISTANT, type FoundMessage } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import { searchForm } from '@saathi/contract/core/search-form'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { type ChannelState, hiddenFrom, requireChat } from '../access.ts'
import { findOpenStates } from '../channels/list-channels.ts'
import { findMatching, type FoundRow } from '../message-store.ts'
import { searchWords, searchQuery } from './words.ts'

type SearchQuery = {
  searchText: string
  pageNumber: number
  /** Searches this channel only; all channels if absent. */ channelId?: number | undefined
}

/** Searches only what the reader can read now. */
export async function searchMessages(
  ctx: Ctx,
  { searchText, pageNumber, channelId }: SearchQuery,
): Promise<{ messages: FoundMessage[]; hasNextPage: boolean }> {
  const flags = await requireChat(ctx)
  const words = searchWords(searchText)
  const open = words.length > 0 ? await findOpenStates(ctx, flags) : []
  const states = channelId === undefined ? open : open.filter(({ id }) => id === channelId)
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
  const isShown = ({ channelId, senderId }: FoundRow) => {
    const state = byId.get(channelId)
    return senderId === null || !state || !hiddenFrom(state, ctx.actor.personId).has(senderId)
  }
  const show = (row: FoundRow) => showFound(row, { words, state: byId.get(row.channelId), language: ctx.actor.language })
  return { messages: rows.slice(0, SEARCH_PAGE).filter(isShown).map(show), hasNextPage: rows.length > SEARCH_PAGE }
}

type FoundContext = { words: readonly string[]; state: ChannelState | undefined; language: string }

function showFound(row: FoundRow, { words, state, language }: FoundContext): FoundMessage {
  return {
    messageId: row.id,
    channelId: row.channelId,
    ...snippetOf([plainOf(row.text), row.fileName ?? ''].join(' ').trim(), words),
    createdOn: row.createdAt.toISOString(),
    user: { ...namesOf(row, state, language), userEmailId: '' },
  }
}

/** A sender who is not a member belongs to the team; a deleted account is a former member. */
function namesOf(
  { senderId, firstName, lastName, role, deletedAt }: FoundRow,
  state: ChannelState | undefined,
  language: string,
) {
  const t = findText(language)
  if (role === AI_ASSISTANT) return { firstName: t('assistant.name'), lastName: '' }
  if (senderId === null || deletedAt !== null) return { firstName: t('accounts.formerMember'), lastName: '' }
  const isMember = state?.members.some(({ personId }) => personId === senderId) ?? false
  return isMember ? { firstName: firstName ?? '', lastName: lastName ?? '' } : { firstName: t('answers.chatStaff'), lastName: '' }
}

/** The length that fits in the search results. */
export const SNIPPET_LENGTH = 65
/** Code units that are enough context on each side, even for long graphemes. */
const CONTEXT = 4 * SNIPPET_LENGTH
const WRITTEN_WORD = /[\p{L}\p{M}\p{N}\u00ad\u200b-\u200f]+/gu

type Snippet = { text: string; hit: { start: number; length: number } }

/** The part of a message around the first match, without splitting graphemes; its start if there is no match. */
export function snippetOf(message: string, words: readonly string[]): Snippet {
  const line = message.toWellFormed().replaceAll(/\s+/gu, ' ').trim()
  const hit = findHit(line, words)
  return expandAround(line, hit)
}

type Hit = { start: number; length: number }

function findHit(line: string, words: readonly string[]): Hit {
  for (const { 0: written, index } of line.matchAll(WRITTEN_WORD)) {
    const form = searchForm(written)
    const word = words.find((each) => form.startsWith(each))
    if (word !== undefined) return { start: index, length: lengthOf(written, word) }
  }
  return { start: 0, length: 0 }
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The length of the part of the written word that matches, in whole graphemes. */
function lengthOf(written: string, word: string): number {
  let end = 0
  for (const { segment } of letters.segment(written.slice(0, CONTEXT))) {
    if (end + segment.length > SNIPPET_LENGTH) break
    end += segment.length
    if (searchForm(written.slice(0, end)).length >= word.length) break
  }
  return end
}

/** Adds graphemes before and after the match, in turn, until the limit is reached. */
function expandAround(line: string, { start, length }: Hit): Snippet {
  const before = lettersOf(line.slice(Math.max(0, start - CONTEXT), start)).toReversed()
  const after = lettersOf(line.slice(start + length, start + length + CONTEXT))
  // The slice of a long line may start inside a grapheme.
  if (start > CONTEXT) before.pop()
  let [from, to] = [start, start + length]
  while (before.length > 0 || after.length > 0) {
    const [left = '', right = ''] = [before.shift(), after.shift()]
    if (to - from + left.length > SNIPPET_LENGTH) break
    from -= left.length
    if (to - from + right.length > SNIPPET_LENGTH) break
    to += right.length
  }
  return { text: line.slice(from, to), hit: { start: start - from, length } }
}

const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)
