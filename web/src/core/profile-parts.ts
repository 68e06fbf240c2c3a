import { lazy, type ComponentType } from 'react'

type ProfilePart = { name: string; Part: ComponentType }
const parts: ProfilePart[] = []

/** Rooms that come after accounts bring their own card to the page of one's profile, which knows none of them. */
export function addProfilePart(name: string, load: () => Promise<ComponentType>): void {
  parts.push({ name, Part: lazy(async () => ({ default: await load() })) })
}

export const profileParts = (): readonly ProfilePart[] => parts
