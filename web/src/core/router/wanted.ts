import { forgetForTab, recallForTab, rememberForTab } from '../storage.ts'

const key = 'saathi.redirectUri'

/** Where a signed-out person wanted to go: in the address, and in the tab for journeys that lose the address. */
export function signInHref(wanted: string): string {
  if (wanted === '/' || wanted === '') return '/signin'
  rememberForTab(key, wanted)
  return `/signin?${new URLSearchParams({ redirectUri: wanted })}`
}

export const storedWanted = (): string | null => recallForTab(key)
export const forgetWanted = (): void => forgetForTab(key)
