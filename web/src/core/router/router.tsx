import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { ApiError } from '../api-error.ts'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import { RoomFailed } from '../room-boundary.tsx'
import { sessionNow, verifySession } from '../session.ts'
import { pathMatcher } from './known-path.ts'
import { PagePending } from './page-pending.tsx'
import type { RoomRoute } from './room-route.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { signInHref } from './wanted.ts'

/** Protected screens live under this route; its id tells whether a sign-out must lead away. */
export const insideId = 'inside'

export function buildRouter(routes: readonly RoomRoute[], history?: RouterHistory) {
  const isKnownPath = pathMatcher(routes.map(({ path }) => path))
  const NotFound = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const inside = createRoute({
    getParentRoute: () => root,
    id: insideId,
    beforeLoad: ({ location }) => requireSignedIn(location.href),
    component: lazyRouteComponent(() => import('./inside-layout.tsx'), 'InsideLayout'),
  })
  const screen = (parent: AnyRoute, { path, load, pending = PagePending, leadElsewhere }: RoomRoute) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      beforeLoad: async ({ location }) => {
        const destination = await leadElsewhere?.({ search: parseSearch(location.searchStr), isKnownPath })
        if (destination) throw redirect({ ...destination, replace: true })
      },
      component: 'page' in load ? load.page : lazyRouteComponent(async () => ({ Page: await load() }), 'Page'),
      pendingComponent: pending,
    })
  const screens = (access: RoomRoute['access'], parent: AnyRoute) =>
    routes.filter((route) => route.access === access).map((route) => screen(parent, route))

  return createRouter({
    routeTree: root.addChildren([inside.addChildren(screens('protected', inside)), ...screens('public', root)]),
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RoomFailed,
    defaultNotFoundComponent: NotFound,
  })
}

export type AppRouter = ReturnType<typeof buildRouter>

async function requireSignedIn(wanted: string): Promise<void> {
  if ((await verifySession()) === 'signedOut') throw redirect({ href: signInHref(wanted), replace: true })
  try {
    await queryClient.ensureQueryData(profileQuery)
  } catch (error) {
    const isClosed = error instanceof ApiError && error.code === 'core.unavailable'
    if (isClosed || sessionNow() === 'signedOut') throw redirect({ href: signInHref(wanted), replace: true })
    throw error
  }
}
