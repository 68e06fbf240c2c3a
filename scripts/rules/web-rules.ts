import { domains } from './domains.ts'
import type { Rule } from './rule.ts'
import { importLocation, isTest, locationOf } from './source.ts'

/** The files of a web domain that web/src/app may import. */
const FILES_FOR_WEB_APP = /^(routes|live|public)\.tsx?$/
/** `dev` is absent in production and may import anything. */
const IMPORTERS_OF_WEB_APP = ['app', 'dev']

const webAppOnTop: Rule = {
  title:
    'in the web package no domain and no core file imports app, and app imports only routes, live and public files of domains',
  check: (source) => {
    const from = locationOf(source.path)
    if (from?.pkg !== 'web' || isTest(source.path)) return []
    return source.imports.flatMap(({ target, line }) => {
      const to = importLocation(source.path, target)
      if (to?.pkg !== 'web') return []
      if (to.domain === 'app' && !IMPORTERS_OF_WEB_APP.includes(from.domain))
        return [{ line, what: `imports ${target}: app is above core and all domains` }]
      if (from.domain === 'app' && domains.includes(to.domain) && !FILES_FOR_WEB_APP.test(to.file))
        return [{ line, what: `imports ${target}: only routes, live and public files are open to app` }]
      return []
    })
  },
  bad: [
    { path: 'web/src/core/session.ts', text: `const screens = await import('../app/screens.ts')` },
    { path: 'web/src/core/shell/check-unsent.ts', text: `import { shellSlots } from '#app/shell-slots.ts'` },
    { path: 'web/src/chat/composer.tsx', text: `import type { AppRouter } from '#app/router.tsx'` },
    { path: 'web/src/app/shell-slots.ts', text: `import { Composer } from '#chat/composer.tsx'` },
  ],
  good: [
    { path: 'web/src/app/route-table.ts', text: `import { chatRoutes } from '#chat/routes.tsx'` },
    { path: 'web/src/app/wiring.ts', text: `import { sessionNow } from '#core/session.ts'` },
    { path: 'web/src/dev/kit.tsx', text: `import { routeTable } from '#app/route-table.ts'` },
  ],
}

/** These two still have module-level sockets. */
const SOCKETS = ['web/src/chat/socket.ts', 'web/src/core/live.ts']

const noModuleVariables: Rule = {
  title: 'state that outlives a component is in a store made by createStore, because tests cannot reset a module-level let',
  check: ({ path, text }) => {
    if (!path.startsWith('web/src/') || isTest(path) || SOCKETS.includes(path)) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        /^(export )?(let|var) /.test(line) ? [{ line: index + 1, what: 'use createStore or createTimer of core/store.ts' }] : [],
      )
  },
  bad: [
    { path: 'web/src/core/session.ts', text: `let state: SessionState = 'signedOut'` },
    { path: 'web/src/chat/live.ts', text: 'export let timer' },
  ],
  good: [
    { path: 'web/src/core/session.ts', text: `const state = createStore<SessionState>('signedOut')` },
    { path: 'web/src/chat/live.ts', text: 'function count() {\n  let sum = 0\n}' },
    { path: 'web/src/chat/live.test.ts', text: 'let disconnect = () => {}' },
  ],
}

export const webRules = [webAppOnTop, noModuleVariables]
