import { lazy, type ComponentType } from 'react'

/** `side`: small cards in the side column on wide screens. */
type Place = 'main' | 'side'
type ProfileSlot = { name: string; place: Place; Part: ComponentType }
const parts: ProfileSlot[] = []

/** Domains above accounts add their card to the profile page, which may not import them. */
export function addProfileSlot(name: string, place: Place, load: () => Promise<ComponentType>): void {
  parts.push({ name, place, Part: lazy(async () => ({ default: await load() })) })
}

export const profileSlots = (): readonly ProfileSlot[] => parts
