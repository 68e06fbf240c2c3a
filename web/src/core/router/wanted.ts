import { removeForTab, readForTab, writeForTab } from '../storage.ts'

const key = 'saathi.redirectUri'

/** Where someone wanted to go, kept in the tab for journeys that lose the address. */
export const storedWanted = (): string | null => readForTab(key)

export function keepWanted(wish: string | null): void {
  if (wish === null) removeForTab(key)
  else writeForTab(key, wish)
}
