import { expect, test } from 'vitest'
import { failAll, pages, retryWith, showPage, statusesOf } from '../../../test/failing-pages.tsx'
import { refuse } from '../../../test/harness.tsx'
import { routeTable } from './route-table.ts'

/** These read nothing before somebody has done something, and tell of that in tests of their own. */
const withoutReading = ['/signin', '/emailverify', '/signup', '/resetpassword', '/moreinfo', '/calendar/', '/dev']

test('[NAV-11] every page is in the table, or reads nothing', () => {
  const isLeftOut = (path: string) =>
    withoutReading.some(
      (start) => path === start || path.startsWith(`${start}/`) || (start.endsWith('/') && path.startsWith(start)),
    )
  const paths = routeTable.map(({ path }) => path.replace(/(.)\/$/, '$1'))
  expect(paths.filter((path) => !Object.hasOwn(pages, path) && !isLeftOut(path))).toEqual([])
  expect(Object.keys(pages).filter((path) => !paths.includes(path))).toEqual([])
})

/** One status each, another for each page. `every-page-fails.page.slow.test.tsx` tries all of them. */
test.each(Object.entries(pages).map(([pattern, path], at) => ({ pattern, path, at })))(
  '[NAV-11] $pattern says why it failed, and can be tried again',
  async ({ pattern, path, at }) => {
    failAll(refuse('core.broken', 429))
    const screen = await showPage(path)
    const statuses = [...statusesOf(pattern), 'network'] as const
    await retryWith(screen, statuses[at % statuses.length] ?? 'network')
  },
)
