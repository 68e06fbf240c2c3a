import type { Page } from '@playwright/test'

/** The keys of the queries that the page has stored in IndexedDB. */
export const savedKeys = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      const opening = indexedDB.open('saathi')
      // Do not create the database if it does not exist: an empty one could appear while the page deletes its own.
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
