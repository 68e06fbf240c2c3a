import { OPEN_FOR_HOURS } from '@saathi/contract/video/entities'
import * as z from 'zod/mini'
import { isDataLight } from '#core/data-light.ts'
import { removeForTab, readForTab, writeForTab } from '#core/storage.ts'

const StoredCall = z.object({
  consent: z.boolean(),
  microphone: z.boolean(),
  camera: z.boolean(),
  /** The camera was off from the start to save data, and has not been switched on since. */
  isHeldBack: z.optional(z.boolean()),
  /** When the consent was given, by the server's clock. */
  at: z.number(),
})
export type StoredCall = z.infer<typeof StoredCall>

const keyOf = (room: string) => `saathi.call.${room}` as const

/** Stored per tab, so that a reloaded page rejoins the call as it was. Null if missing or too old. */
export function readStoredCall(room: string, now: number): StoredCall | null {
  const stored = read(readForTab(keyOf(room)))
  return stored && now - stored.at < OPEN_FOR_HOURS * 60 * 60_000 ? stored : null
}

function read(text: string | null): StoredCall | null {
  try {
    return z.safeParse(StoredCall, JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** The devices to start with: as before a reload, otherwise both on. In data saver mode the camera starts off. */
export function devicesFor(room: string, now: number): Pick<StoredCall, 'microphone' | 'camera'> {
  const { microphone = true, camera = !isDataLight() } = readStoredCall(room, now) ?? {}
  return { microphone, camera }
}

/** Whether the camera starts off to save data, and not by the person's choice. */
export function isCameraOffForData(room: string, now: number): boolean {
  const stored = readStoredCall(room, now)
  return stored ? stored.isHeldBack === true : isDataLight()
}

export function storeConsent(room: string, consent: boolean, now: number): void {
  const { microphone, camera } = devicesFor(room, now)
  write(room, { consent, microphone, camera, isHeldBack: isCameraOffForData(room, now), at: now })
}

/** Stores the device state for a reload; nothing is stored outside a call. */
export function storeDevices(room: string, now: number, devices: { microphone: boolean; camera: boolean }): void {
  const stored = readStoredCall(room, now)
  if (stored) write(room, { ...stored, ...devices, isHeldBack: stored.isHeldBack === true && !devices.camera })
}

const write = (room: string, stored: StoredCall): void => writeForTab(keyOf(room), JSON.stringify(stored))

export const forgetCall = (room: string): void => removeForTab(keyOf(room))
