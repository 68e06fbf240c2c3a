import {
  createRootRoute,
  createRoute,
  createRouter,
  isRedirect,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { DomainFailed } from '#core/domain-boundary.tsx'
import { accessFinder } from './access-of.ts'
import { guard } from './guard.ts'
import { PagePending } from './page-pending.tsx'
import type { DomainRoute } from '#core/domain-route.ts'
import { parseSearch, stringifySearch } from './search.ts'

/** Protected screens are children of this route; its id tells whether a sign-out must redirect. */
export const insideId = 'inside'

export function buildRouter(routes: readonly DomainRoute[], history?: RouterHistory) {
  const accessOf = accessFinder(routes)
  const NotFound = lazyRouteComponent(async () => (await import('./screens.ts')).notFound(), 'NotFoundPage')
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const inside = createRoute({
    getParentRoute: () => root,
    id: insideId,
    beforeLoad: ({ location, preload }) => guard(accessOf, location.href, preload),
    component: lazyRouteComponent(async () => (await import('./screens.ts')).insideLayout(), 'InsideLayout'),
  })
  const screen = (parent: AnyRoute, { path, access, load, pending = PagePending, redirectTo }: DomainRoute) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      beforeLoad: async ({ location, preload }) => {
        if (access === 'public') await guardOpenPage(accessOf, location.href, preload)
        const destination = await redirectTo?.({ search: parseSearch(location.searchStr), state: location.state })
        if (destination) throw redirect({ ...destination, replace: true })
      },
      component: 'page' in load ? load.page : lazyRouteComponent(async () => ({ Page: await load() }), 'Page'),
      pendingComponent: pending,
    })
  const screens = (access: DomainRoute['access'], parent: AnyRoute) =>
    routes.filter((route) => route.access === access).map((route) => screen(parent, route))

  return createRouter({
    routeTree: root.addChildren([
      inside.addChildren(screens('protected', inside)),
      ...screens('public', root),
      ...screens('always', root),
    ]),
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: DomainFailed,
    defaultNotFoundComponent: NotFound,
  })
}

export type AppRouter = ReturnType<typeof buildRouter>

/** If the session cannot be verified, show the public page instead of an error. */
async function guardOpenPage(...visit: Parameters<typeof guard>): Promise<void> {
  try {
    await guard(...visit)
  } catch (thrown) {
    if (isRedirect(thrown)) throw thrown
  }
}
