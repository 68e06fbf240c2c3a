import type { Page } from '@playwright/test'

/** What the page has kept of what a person has read, by the keys of its queries. */
export const savedKeys = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      const opening = indexedDB.open('saathi')
      // Where there is none, none is made: it would be one without anything in it, at the moment it is taken away.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', () => resolve(null))
      opening.addEventListener('success', () => resolve(opening.result))
    })
    if (!database) return ''
    const reading = database.transaction('kept').objectStore('kept').getAllKeys()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    database.close()
    return JSON.stringify(reading.result).replaceAll('\\"', '"')
  })
