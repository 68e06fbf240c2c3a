import { Id } from '@saathi/contract/core/fields'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { SessionStatus } from '@saathi/contract/learning/entities'
import { isOwnDone } from '@saathi/contract/learning/progress'
import * as z from 'zod/mini'
import { readStored, writeStored } from '#core/storage.ts'

/** The last position in each session on this device. */
const StoredPositions = z.object({
  steps: z._default(z.record(z.string(), Id), {}),
  last: z.optional(Id),
  /** The last mentorship session used here, and its status then. */
  mentorshipSession: z.optional(z.object({ session: Id, mentorship: Id, status: SessionStatus })),
})
type StoredPositions = z.infer<typeof StoredPositions>

/** Removed at sign-out, like all personal data. */
const key = 'saathi.sessions'

/** The stored value may be from an older build, or damaged; it is ignored then. */
function readPositions(): StoredPositions {
  try {
    return StoredPositions.parse(JSON.parse(readStored(key) ?? '{}'))
  } catch {
    return { steps: {} }
  }
}

function change(update: (before: StoredPositions) => Partial<StoredPositions>): void {
  const before = readPositions()
  writeStored(key, JSON.stringify({ ...before, ...update(before) }))
}

const without = <T>(map: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(map).filter(([id]) => id !== key))

export const lastSession = (): number | undefined => readPositions().last

/** The position is stored separately for each mentorship. */
const keyOf = (session: number, mentorship: number | undefined): string =>
  mentorship === undefined ? String(session) : `${session}.${mentorship}`

export const storedStep = (session: number, mentorship?: number): number | undefined =>
  readPositions().steps[keyOf(session, mentorship)]

/** `last` resolves hub addresses without a session; mentorship addresses always contain one. */
export const storeStep = (session: number, step: number, mentorship?: number): void =>
  change(({ steps }) => ({
    steps: { ...steps, [keyOf(session, mentorship)]: step },
    ...(mentorship === undefined && { last: session }),
  }))

export const storeStatus = (session: number, mentorship: number, status: SessionStatus): void =>
  change(() => ({ mentorshipSession: { session, mentorship, status } }))

/** Undefined unless it is the last mentorship session used. */
export function storedStatus(session: number, mentorship: number | undefined): SessionStatus | undefined {
  const last = readPositions().mentorshipSession
  return last?.session === session && last.mentorship === mentorship ? last.status : undefined
}

/** A finished session starts again at its first step. */
export const clearStep = (session: number, mentorship?: number): void =>
  change(({ steps }) => ({ steps: without(steps, keyOf(session, mentorship)) }))

type Resumable = Pick<SessionDetail, 'id' | 'sessionSteps' | 'sessionStatus' | 'resumeStep'>

/** The stored step of an unfinished session, else the server's resume step, else the first step. */
export function resumeStepOf(session: Resumable, mentorship?: number): number | undefined {
  const { id, sessionSteps, resumeStep } = session
  // It may have been finished on another device, or here while the cached session is older.
  const status = storedStatus(id, mentorship)
  const isDone = isOwnDone(session) || (status !== undefined && isOwnDone({ sessionStatus: status }))
  const candidates = [isDone ? undefined : storedStep(id, mentorship), resumeStep ?? undefined]
  return candidates.find((step) => sessionSteps.some((each) => each.id === step)) ?? sessionSteps[0]?.id
}
