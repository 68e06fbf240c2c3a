import { rooms } from './rooms.ts'
import type { Rule } from './rule.ts'
import { isTest, placeOf, targetOf, type Source } from './source.ts'

/** What core may take from a room, and where: to mount it, and nothing more. */
const mounts: Record<string, { files: RegExp; takes: RegExp }> = {
  server: { files: /^core\/(app|main|rooms|start-server)\.ts$/, takes: /^(routes|listeners|jobs|privacy|public)\.ts$/ },
  web: { files: /^core\/(app|router\/(route-table|shell-slots))\.tsx?$/, takes: /^(routes|live|public)\.tsx?$/ },
  contract: { files: /^$/, takes: /^$/ },
}

const layerOf = (file: string) => /(?:^|-)(routes|service|access|store)\.tsx?$/.exec(file)?.[1]
const forbiddenTargets: Record<string, RegExp> = {
  routes: /^(store|access)$/,
  service: /^routes$/,
  access: /^(routes|service)$/,
  store: /^(routes|service|access)$/,
}

function forImports(source: Source, complain: (target: string) => string | undefined) {
  return source.imports.flatMap(({ target, line }) => {
    const what = complain(target)
    return what ? [{ line, what }] : []
  })
}

const wings: Rule = {
  title: 'web and server know the contract and not each other, and the contract knows neither',
  check: (source) => {
    const wing = source.path.split('/')[0] ?? ''
    if (!['contract', 'server', 'web'].includes(wing)) return []
    return forImports(source, (target) => {
      const to = targetOf(source.path, target)
      if (!to || to.wing === wing || (to.wing === 'contract' && wing !== 'contract')) return undefined
      return `imports ${target}: ${wing} must not know ${to.wing}`
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
    if (placeOf(source.path)?.wing !== 'contract' || isTest(source.path)) return []
    return forImports(source, (target) => (/^(\.|zod($|\/))/.test(target) ? undefined : `imports ${target}`))
  },
  bad: [
    { path: 'contract/src/core/call.ts', text: `import { readFileSync } from 'node:fs'` },
    { path: 'contract/src/chat/live.ts', text: `const kysely = await import('kysely')` },
  ],
  good: [{ path: 'contract/src/chat/calls.ts', text: `import * as z from 'zod/mini'\nimport { Id } from '../core/fields.ts'` }],
}

const faces: Rule = {
  title: 'rooms touch by public.ts or events only, and call only rooms before them',
  check: (source) => {
    const from = placeOf(source.path)
    if (!from || from.room === 'core' || from.room === '' || isTest(source.path)) return []
    return forImports(source, (target) => {
      const to = targetOf(source.path, target)
      if (!to || to.room === from.room || !rooms.includes(to.room)) return undefined
      if (rooms.indexOf(to.room) > rooms.indexOf(from.room)) return `imports ${target}: ${to.room} comes after ${from.room}`
      if (to.wing !== 'contract' && !/^public\.tsx?$/.test(to.file))
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

const coreIsBlind: Rule = {
  title: 'core knows no room except to mount it',
  check: (source) => {
    const from = placeOf(source.path)
    if (from?.room !== 'core' || isTest(source.path)) return []
    return forImports(source, (target) => {
      const to = targetOf(source.path, target)
      if (!to || !rooms.includes(to.room) || (to.wing === 'contract' && from.wing !== 'contract')) return undefined
      const mount = mounts[from.wing]
      return mount?.files.test(from.rest) && mount.takes.test(to.file) ? undefined : `imports ${target}`
    })
  },
  bad: [
    { path: 'server/src/core/ctx.ts', text: `import { can } from '#accounts/can.ts'` },
    { path: 'server/src/core/app.ts', text: `import { findPerson } from '#accounts/store.ts'` },
    { path: 'web/src/core/ui/card.tsx', text: `import { SessionCard } from '../../learning/public.ts'` },
  ],
  good: [{ path: 'server/src/core/app.ts', text: `import { routes } from '#accounts/routes.ts'` }],
}

const layers: Rule = {
  title: 'routes call the service and the service calls the store; none skips a step or looks up',
  check: (source) => {
    const from = placeOf(source.path)
    const layer = from?.wing === 'server' && from.room !== 'core' ? layerOf(from.file) : undefined
    if (!from || !layer) return []
    return forImports(source, (target) => {
      const to = targetOf(source.path, target)
      const toLayer = to?.wing === 'server' && to.room === from.room ? layerOf(to.file) : undefined
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
  title: 'in the rooms of the web only queries.ts imports core/api',
  check: (source) => {
    const from = placeOf(source.path)
    if (from?.wing !== 'web' || from.room === 'core' || isTest(source.path) || /(^|-)queries\.ts$/.test(from.file)) return []
    return forImports(source, (target) =>
      targetOf(source.path, target)?.rest === 'core/api.ts' ? `imports ${target}` : undefined,
    )
  },
  bad: [{ path: 'web/src/chat/composer.tsx', text: `import { ask } from '#core/api.ts'` }],
  good: [{ path: 'web/src/chat/queries.ts', text: `import { ask } from '#core/api.ts'` }],
}

const knownRooms: Rule = {
  title: 'every folder beside core is a room of the list',
  check: (source) => {
    const place = placeOf(source.path)
    if (!place || ['', 'core', 'art', ...rooms].includes(place.room)) return []
    return [{ line: 1, what: `${place.room} is not a room` }]
  },
  bad: [{ path: 'server/src/shared/dates.ts', text: '' }],
  good: [{ path: 'server/src/learning/store.ts', text: '' }],
}

export const importRules = [wings, contractImports, faces, coreIsBlind, layers, apiImporters, knownRooms]
