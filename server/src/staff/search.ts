import { MAX_SEARCH_RESULTS, type SearchGroup, SearchKind, type SearchResult } from '@saathi/contract/staff/search-calls'
import { Role } from '@saathi/contract/accounts/roles'
import { can, displayName, wordStartsIn, type WordStart } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findPeopleByWords } from './people/list-store.ts'
import { visibleTo } from './people/people.ts'

/** A kind of search result, available with this permission. The domain limits the results to what the reader may see. */
export type StaffSearch = {
  kind: SearchKind
  action: string
  find: (ctx: Ctx, words: readonly WordStart[], limit: number) => Promise<SearchResult[]>
}

export async function searchConsole(ctx: Ctx, text: string): Promise<{ groups: SearchGroup[] }> {
  const words = wordStartsIn(text)
  if (words.length === 0) return { groups: [] }
  const searches = ctx.domains.flatMap((domain) => domain.searches ?? []).filter(({ action }) => can(ctx.actor, action))
  const groups: SearchGroup[] = []
  for (const kind of SearchKind.options) {
    for (const { find } of searches.filter((search) => search.kind === kind)) {
      // Fetch one more than is shown, to know whether there are more.
      const results = await find(ctx, words, MAX_SEARCH_RESULTS + 1)
      const hasMore = results.length > MAX_SEARCH_RESULTS
      if (results.length > 0) groups.push({ kind, results: results.slice(0, MAX_SEARCH_RESULTS), hasMore })
    }
  }
  return { groups }
}

export async function searchPeople(ctx: Ctx, words: readonly WordStart[], limit: number): Promise<SearchResult[]> {
  const rows = await findPeopleByWords(ctx.db, visibleTo(ctx), words, limit)
  return rows.map(({ id, role, programme, disabledAt, ...person }) => ({
    id,
    names: [displayName(person)],
    role: Role.parse(role),
    programme,
    isOver: disabledAt !== null,
  }))
}
