import { expect, test } from 'vitest'
import { failAll, pages, retryWith, showPage, statusesOf } from '../../test/failing-pages.tsx'
import { refuse } from '../../test/harness.tsx'
import { routeTable } from './route-table.ts'

/** These fetch nothing on load; their errors have their own tests. */
const withoutFetch = ['/signin', '/emailverify', '/signup', '/resetpassword', '/moreinfo', '/calendar/', '/dev']

test('[NAV-11] every page is in the table or fetches nothing on load', () => {
  const isExcluded = (path: string) =>
    withoutFetch.some(
      (start) => path === start || path.startsWith(`${start}/`) || (start.endsWith('/') && path.startsWith(start)),
    )
  const paths = routeTable.map(({ path }) => path.replace(/(.)\/$/, '$1'))
  expect(paths.filter((path) => !Object.hasOwn(pages, path) && !isExcluded(path))).toEqual([])
  expect(Object.keys(pages).filter((path) => !paths.includes(path))).toEqual([])
})

/** One status per page, a different one for each. `every-page-fails.page.slow.test.tsx` tries all of them. */
test.each(Object.entries(pages).map(([pattern, path], at) => ({ pattern, path, at })))(
  '[NAV-11] $pattern shows why it failed, and a retry',
  async ({ pattern, path, at }) => {
    failAll(refuse('core.broken', 429))
    const screen = await showPage(path)
    const statuses = [...statusesOf(pattern), 'network'] as const
    await retryWith(screen, statuses[at % statuses.length] ?? 'network')
  },
)
