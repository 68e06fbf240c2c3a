import { OPEN_FOR_HOURS } from '@saathi/contract/video/entities'
import * as z from 'zod/mini'
import { isDataLight } from '#core/data-light.ts'
import { removeForTab, readForTab, writeForTab } from '#core/storage.ts'

const CallMemory = z.object({
  consent: z.boolean(),
  microphone: z.boolean(),
  camera: z.boolean(),
  /** That the camera has been off from the beginning, to save data, and nobody has switched it on. */
  isHeldBack: z.optional(z.boolean()),
  /** When it was answered, by the server's clock. */
  at: z.number(),
})
export type CallMemory = z.infer<typeof CallMemory>

const keyOf = (room: string) => `saathi.call.${room}` as const

/** Of this tab: a page that is reloaded goes back into the call as it was. Null where there is nothing, or it is too old. */
export function recallCall(room: string, now: number): CallMemory | null {
  const memory = read(readForTab(keyOf(room)))
  return memory && now - memory.at < OPEN_FOR_HOURS * 60 * 60_000 ? memory : null
}

function read(text: string | null): CallMemory | null {
  try {
    return z.safeParse(CallMemory, JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** With what one comes in: as one was there before, or else heard and seen, but seen only where that is not paid for. */
export function devicesFor(room: string, now: number): Pick<CallMemory, 'microphone' | 'camera'> {
  const { microphone = true, camera = !isDataLight() } = recallCall(room, now) ?? {}
  return { microphone, camera }
}

/** Whether it is for the sake of data that one comes in without camera, and not because one has switched it off. */
export function isCameraHeldBack(room: string, now: number): boolean {
  const memory = recallCall(room, now)
  return memory ? memory.isHeldBack === true : isDataLight()
}

export function rememberConsent(room: string, consent: boolean, now: number): void {
  const { microphone, camera } = devicesFor(room, now)
  keep(room, { consent, microphone, camera, isHeldBack: isCameraHeldBack(room, now), at: now })
}

/** What was switched on when the page went; nothing is kept of a call that one is not in. */
export function rememberDevices(room: string, now: number, devices: { microphone: boolean; camera: boolean }): void {
  const memory = recallCall(room, now)
  if (memory) keep(room, { ...memory, ...devices, isHeldBack: memory.isHeldBack === true && !devices.camera })
}

const keep = (room: string, memory: CallMemory): void => writeForTab(keyOf(room), JSON.stringify(memory))

export const forgetCall = (room: string): void => removeForTab(keyOf(room))
