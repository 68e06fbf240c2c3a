import type { ReportedThing } from '@saathi/contract/safety/entities'
import { createPersonStore } from './session.ts'
import { useStore } from './store.ts'

/** `about`: the person who can be blocked in the same sheet; null for the assistant, a post and the team. */
export type ReportRequest = { thing: ReportedThing; about: { personId: number; name: string } | null }

const request = createPersonStore<ReportRequest | null>(null)

/** Opens the sheet to report something or to block somebody, from any domain. */
export const openReport = (thing: ReportedThing, about: ReportRequest['about']): void => request.set({ thing, about })
export const closeReport = (): void => request.set(null)
export const useReportRequest = (): ReportRequest | null => useStore(request)
