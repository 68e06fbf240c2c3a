import * as z from 'zod/mini'
import { Role } from '../accounts/roles.ts'
import { defineCall } from '../core/call.ts'
import { Id } from '../core/fields.ts'

/** Kinds of search results, in the order of the groups. Each domain adds its own. */
export const SearchKind = z.enum(['person', 'pair', 'help_case'])
export type SearchKind = z.infer<typeof SearchKind>

export const MAX_SEARCH_RESULTS = 8

/** Names and facts only: never what somebody wrote. */
export const SearchResult = z.object({
  id: Id,
  /** The people it is about; in a group at most five. */
  names: z.array(z.string()).check(z.maxLength(5)),
  role: z.nullable(Role),
  programme: z.nullable(z.string()),
  /** True for a blocked account, a pair that has ended, and a closed case. */
  isOver: z.boolean(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchGroup = z.object({
  kind: SearchKind,
  results: z.array(SearchResult).check(z.maxLength(MAX_SEARCH_RESULTS)),
  hasMore: z.boolean(),
})
export type SearchGroup = z.infer<typeof SearchGroup>

export const searchConsole = defineCall({
  method: 'GET',
  path: '/api/v2/staff/search/',
  summary: 'Find people, pairs and cases that you may see by the beginnings of words',
  action: 'staff.console',
  query: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ groups: z.array(SearchGroup).check(z.maxLength(SearchKind.options.length)) }),
  errors: [],
})
