import { Id } from '@saathi/contract/core/fields'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { SessionStatus } from '@saathi/contract/learning/entities'
import { isOwnDone } from '@saathi/contract/learning/progress'
import * as z from 'zod/mini'
import { readStored, writeStored } from '#core/storage.ts'

/** Where one was in each session on this device. */
const Remembered = z.object({
  steps: z._default(z.record(z.string(), Id), {}),
  last: z.optional(Id),
  /** The last mentorship session that was worked on here, and how it stood then. */
  mentorshipSession: z.optional(z.object({ session: Id, mentorship: Id, status: SessionStatus })),
})
type Remembered = z.infer<typeof Remembered>

/** Signing out forgets it, as everything of a person. */
const key = 'saathi.sessions'

/** What lies in the browser may be of an older build, or damaged: then nothing is remembered. */
function recallAll(): Remembered {
  try {
    return Remembered.parse(JSON.parse(readStored(key) ?? '{}'))
  } catch {
    return { steps: {} }
  }
}

function change(make: (before: Remembered) => Partial<Remembered>): void {
  const before = recallAll()
  writeStored(key, JSON.stringify({ ...before, ...make(before) }))
}

const without = <T>(map: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(map).filter(([id]) => id !== key))

export const lastSession = (): number | undefined => recallAll().last

/** Whoever walks through one session in two mentorships is at two places in it. */
const keyOf = (session: number, mentorship: number | undefined): string =>
  mentorship === undefined ? String(session) : `${session}.${mentorship}`

export const rememberedStep = (session: number, mentorship?: number): number | undefined =>
  recallAll().steps[keyOf(session, mentorship)]

/** The last one is what an address of the hub means that names none; a mentorship's names its own. */
export const rememberStep = (session: number, step: number, mentorship?: number): void =>
  change(({ steps }) => ({
    steps: { ...steps, [keyOf(session, mentorship)]: step },
    ...(mentorship === undefined && { last: session }),
  }))

export const rememberStatus = (session: number, mentorship: number, status: SessionStatus): void =>
  change(() => ({ mentorshipSession: { session, mentorship, status } }))

/** Undefined for any but the last one. */
export function rememberedStatus(session: number, mentorship: number | undefined): SessionStatus | undefined {
  const last = recallAll().mentorshipSession
  return last?.session === session && last.mentorship === mentorship ? last.status : undefined
}

/** Whoever has finished begins again at the beginning. */
export const forgetStep = (session: number, mentorship?: number): void =>
  change(({ steps }) => ({ steps: without(steps, keyOf(session, mentorship)) }))

type Resumable = Pick<SessionDetail, 'id' | 'sessionSteps' | 'sessionStatus' | 'resumeStep'>

/** Where this device was in what is not finished, else where the server would go on, else the beginning. */
export function resumeStepOf(session: Resumable, mentorship?: number): number | undefined {
  const { id, sessionSteps, resumeStep } = session
  // It may have been finished elsewhere, with the place still remembered here; or here, and what is held is older than that.
  const status = rememberedStatus(id, mentorship)
  const isDone = isOwnDone(session) || (status !== undefined && isOwnDone({ sessionStatus: status }))
  const wanted = [isDone ? undefined : rememberedStep(id, mentorship), resumeStep ?? undefined]
  return wanted.find((step) => sessionSteps.some((each) => each.id === step)) ?? sessionSteps[0]?.id
}
