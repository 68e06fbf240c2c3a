import type { Channel } from '@saathi/contract/chat/entities'
import { searchForm } from '@saathi/contract/core/search-form'

/** Channels by their name or members. A pair manager is not matched if everybody else has left. */
export function searchChannels(channels: readonly Channel[], me: number, text: string): Channel[] {
  const query = searchForm(text)
  const isFound = (name: string) => searchForm(name).includes(query)
  return channels.filter(({ channelName, channelMembers }) => {
    const others = channelMembers.filter(({ userId, isActive }) => userId !== me && isActive)
    const isManagerAlone = others.every(({ isPairManager }) => isPairManager)
    return isFound(channelName) || (!isManagerAlone && others.some(({ userFullName }) => isFound(userFullName)))
  })
}
