import { forgetForTab, recallForTab, rememberForTab } from '../storage.ts'

const key = 'saathi.redirectUri'

/** Where someone wanted to go, kept in the tab for journeys that lose the address. */
export const storedWanted = (): string | null => recallForTab(key)

export function keepWanted(wish: string | null): void {
  if (wish === null) forgetForTab(key)
  else rememberForTab(key, wish)
}
