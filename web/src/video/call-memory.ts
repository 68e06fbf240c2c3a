import { OPEN_FOR_HOURS } from '@saathi/contract/video/entities'
import * as z from 'zod/mini'
import { forgetForTab, recallForTab, rememberForTab } from '#core/storage.ts'

const CallMemory = z.object({
  consent: z.boolean(),
  microphone: z.boolean(),
  camera: z.boolean(),
  /** When it was answered, by the server's clock. */
  at: z.number(),
})
export type CallMemory = z.infer<typeof CallMemory>

const keyOf = (room: string) => `saathi.call.${room}` as const

/** Of this tab: a page that is reloaded goes back into the call as it was. Null where there is nothing, or it is too old. */
export function recallCall(room: string, now: number): CallMemory | null {
  const memory = read(recallForTab(keyOf(room)))
  return memory && now - memory.at < OPEN_FOR_HOURS * 60 * 60_000 ? memory : null
}

function read(text: string | null): CallMemory | null {
  try {
    return z.safeParse(CallMemory, JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export function rememberConsent(room: string, consent: boolean, now: number): void {
  const { microphone = true, camera = true } = recallCall(room, now) ?? {}
  keep(room, { consent, microphone, camera, at: now })
}

/** What was switched on when the page went; nothing is kept of a call that one is not in. */
export function rememberDevices(room: string, now: number, devices: { microphone: boolean; camera: boolean }): void {
  const memory = recallCall(room, now)
  if (memory) keep(room, { ...memory, ...devices })
}

const keep = (room: string, memory: CallMemory): void => rememberForTab(keyOf(room), JSON.stringify(memory))

export const forgetCall = (room: string): void => forgetForTab(keyOf(room))
