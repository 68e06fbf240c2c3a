import { domains } from './domains.ts'
import type { Rule } from './rule.ts'
import { isTest, locationOf, importLocation, type Source } from './source.ts'

const layerOf = (file: string) => /(?:^|-)(routes|service|access|store)\.tsx?$/.exec(file)?.[1]
const forbiddenTargets: Record<string, RegExp> = {
  routes: /^(store|access)$/,
  service: /^routes$/,
  access: /^(routes|service)$/,
  store: /^(routes|service|access)$/,
}

function forImports(source: Source, problemOf: (target: string) => string | undefined) {
  return source.imports.flatMap(({ target, line }) => {
    const what = problemOf(target)
    return what ? [{ line, what }] : []
  })
}

const packages: Rule = {
  title: 'web and server import the contract but not each other, and the contract imports neither',
  check: (source) => {
    const pkg = source.path.split('/')[0] ?? ''
    if (!['contract', 'server', 'web'].includes(pkg)) return []
    return forImports(source, (target) => {
      const to = importLocation(source.path, target)
      if (!to || to.pkg === pkg || (to.pkg === 'contract' && pkg !== 'contract')) return undefined
      return `imports ${target}: ${pkg} must not import ${to.pkg}`
    })
  },
  bad: [
    { path: 'web/src/chat/cache.ts', text: `import { send } from '@saathi/server/chat/service'` },
    { path: 'server/src/chat/service.ts', text: `import { show } from '../../../web/src/chat/cache.ts'` },
    { path: 'contract/src/chat/calls.ts', text: `export { send } from '@saathi/server/chat/service'` },
  ],
  good: [{ path: 'web/src/chat/cache.ts', text: `import type { Message } from '@saathi/contract/chat/entities'` }],
}

const contractImports: Rule = {
  title: 'the contract imports zod and nothing else',
  check: (source) => {
    if (locationOf(source.path)?.pkg !== 'contract' || isTest(source.path)) return []
    return forImports(source, (target) => (/^(\.|zod($|\/))/.test(target) ? undefined : `imports ${target}`))
  },
  bad: [
    { path: 'contract/src/core/call.ts', text: `import { readFileSync } from 'node:fs'` },
    { path: 'contract/src/chat/live.ts', text: `const kysely = await import('kysely')` },
  ],
  good: [{ path: 'contract/src/chat/calls.ts', text: `import * as z from 'zod/mini'\nimport { Id } from '../core/fields.ts'` }],
}

const publicFiles: Rule = {
  title: 'a domain imports only earlier domains, through their public.ts',
  check: (source) => {
    const from = locationOf(source.path)
    if (!from || ['core', 'app', ''].includes(from.domain) || isTest(source.path)) return []
    return forImports(source, (target) => {
      const to = importLocation(source.path, target)
      if (!to || to.domain === from.domain || !domains.includes(to.domain)) return undefined
      if (domains.indexOf(to.domain) > domains.indexOf(from.domain))
        return `imports ${target}: ${to.domain} comes after ${from.domain}`
      if (to.pkg !== 'contract' && !/^public\.tsx?$/.test(to.file))
        return `imports ${target}: only its public.ts is open to others`
      return undefined
    })
  },
  bad: [
    { path: 'server/src/chat/service.ts', text: `import { findPerson } from '#accounts/store.ts'` },
    { path: 'server/src/accounts/service.ts', text: `import { openChannel } from '#chat/public.ts'` },
    { path: 'web/src/chat/cache.ts', text: `const people = await import('../accounts/queries.ts')` },
    { path: 'contract/src/accounts/entities.ts', text: `import { Channel } from '../chat/entities.ts'` },
  ],
  good: [
    { path: 'server/src/chat/service.ts', text: `import { personName } from '#accounts/public.ts'` },
    { path: 'server/src/chat/service.ts', text: `import type { Role } from '@saathi/contract/accounts/roles'` },
  ],
}

const coreImports: Rule = {
  title: 'core imports no domain',
  check: (source) => {
    const from = locationOf(source.path)
    if (from?.domain !== 'core' || isTest(source.path)) return []
    return forImports(source, (target) => {
      const to = importLocation(source.path, target)
      if (!to || !domains.includes(to.domain) || (to.pkg === 'contract' && from.pkg !== 'contract')) return undefined
      return `imports ${target}`
    })
  },
  bad: [
    { path: 'server/src/core/ctx.ts', text: `import { can } from '#accounts/can.ts'` },
    { path: 'server/src/core/serve.ts', text: `import { accounts } from '#accounts/domain.ts'` },
    { path: 'web/src/core/ui/card.tsx', text: `import { SessionCard } from '../../learning/public.ts'` },
    { path: 'web/src/core/profile-slots.ts', text: `const notices = () => import('#notices/public.ts')` },
  ],
  good: [{ path: 'server/src/core/serve.ts', text: `import type { Ctx } from './ctx.ts'` }],
}

const appOnTop: Rule = {
  title: 'only app imports app, and app imports only domain.ts and public.ts of a domain',
  check: (source) => {
    const from = locationOf(source.path)
    if (from?.pkg !== 'server' || isTest(source.path)) return []
    return forImports(source, (target) => {
      const to = importLocation(source.path, target)
      if (!to || to.pkg !== 'server') return undefined
      if (to.domain === 'app' && from.domain !== 'app') return `imports ${target}: app is above all domains`
      if (from.domain !== 'app' || !domains.includes(to.domain)) return undefined
      return /^(domain|public)\.ts$/.test(to.file) || to.domain === 'dev' || to.domain === 'programme'
        ? undefined
        : `imports ${target}: take it from domain.ts or public.ts`
    })
  },
  bad: [
    { path: 'server/src/core/serve.ts', text: `import { buildApp } from '#app/build-app.ts'` },
    { path: 'server/src/matching/run/run.ts', text: `import { withWorld } from '../../app/with-world.ts'` },
    { path: 'server/src/app/domains.ts', text: `import { findPerson } from '#accounts/store.ts'` },
  ],
  good: [{ path: 'server/src/app/domains.ts', text: `import { accounts } from '#accounts/domain.ts'` }],
}

const layers: Rule = {
  title: 'routes call the service and the service calls the store; no layer is skipped and none imports a higher one',
  check: (source) => {
    const from = locationOf(source.path)
    const layer = from?.pkg === 'server' && from.domain !== 'core' ? layerOf(from.file) : undefined
    if (!from || !layer) return []
    return forImports(source, (target) => {
      const to = importLocation(source.path, target)
      const toLayer = to?.pkg === 'server' && to.domain === from.domain ? layerOf(to.file) : undefined
      if (toLayer && toLayer !== layer && forbiddenTargets[layer]?.test(toLayer)) return `${layer} imports ${target}`
      if (layer !== 'routes' && /^(@?fastify)/.test(target)) return `${layer} imports ${target}: only routes know HTTP`
      if (layer === 'routes' && /^(pg|kysely)$|core\/db\//.test(target))
        return `routes import ${target}: only the store knows SQL`
      return undefined
    })
  },
  bad: [
    { path: 'server/src/chat/routes.ts', text: `import { insertMessage } from './store.ts'` },
    { path: 'server/src/chat/store.ts', text: `import { send } from '#chat/service.ts'` },
    { path: 'server/src/chat/service.ts', text: `import type { FastifyRequest } from 'fastify'` },
    { path: 'server/src/chat/routes.ts', text: `import { sql } from 'kysely'` },
  ],
  good: [
    {
      path: 'server/src/chat/service.ts',
      text: `import { insertMessage } from './store.ts'\nimport { requireChannel } from './access.ts'`,
    },
  ],
}

const apiImporters: Rule = {
  title: 'in the domains of the web package only queries.ts imports core/api',
  check: (source) => {
    const from = locationOf(source.path)
    if (from?.pkg !== 'web' || from.domain === 'core' || isTest(source.path) || /(^|-)queries\.ts$/.test(from.file)) return []
    return forImports(source, (target) =>
      importLocation(source.path, target)?.rest === 'core/api.ts' ? `imports ${target}` : undefined,
    )
  },
  bad: [{ path: 'web/src/chat/composer.tsx', text: `import { ask } from '#core/api.ts'` }],
  good: [{ path: 'web/src/chat/queries.ts', text: `import { ask } from '#core/api.ts'` }],
}

const knownDomains: Rule = {
  title: 'every folder next to core is a listed domain',
  check: (source) => {
    const location = locationOf(source.path)
    if (!location || ['', 'core', 'app', 'art', ...domains].includes(location.domain)) return []
    return [{ line: 1, what: `${location.domain} is not a domain` }]
  },
  bad: [{ path: 'server/src/shared/dates.ts', text: '' }],
  good: [{ path: 'server/src/learning/store.ts', text: '' }],
}

export const importRules = [packages, contractImports, publicFiles, coreImports, appOnTop, layers, apiImporters, knownDomains]
