import { lazy, type ComponentType } from 'react'

/** Small ones stand beside, where there is room. */
type Place = 'main' | 'side'
type ProfilePart = { name: string; place: Place; Part: ComponentType }
const parts: ProfilePart[] = []

/** Rooms that come after accounts bring their own card to the page of one's profile, which knows none of them. */
export function addProfilePart(name: string, place: Place, load: () => Promise<ComponentType>): void {
  parts.push({ name, place, Part: lazy(async () => ({ default: await load() })) })
}

export const profileParts = (): readonly ProfilePart[] => parts
