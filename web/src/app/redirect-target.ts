import { removeForTab, readForTab, writeForTab } from '#core/storage.ts'

const key = 'saathi.redirectUri'

/** The page to open after sign-in, stored in the tab because some sign-in steps lose the URL. */
export const readRedirectTarget = (): string | null => readForTab(key)

export function storeRedirectTarget(target: string | null): void {
  if (target === null) removeForTab(key)
  else writeForTab(key, target)
}
